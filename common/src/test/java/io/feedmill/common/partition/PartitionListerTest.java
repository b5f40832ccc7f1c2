package io.feedmill.common.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.FakeClient;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

@NullMarked
class PartitionListerTest {
    private static final ScannedTable TABLE = Keys.table(Keys.SK, 0, 0);
    private static final int READS = 10;

    private final FakeClient client = new FakeClient().answers(request -> scan((ScanRequest) request));
    private final ScanStore store = new ScanStore(client.dynamo());
    private boolean fails;
    private final List<KeyValue> found = new ArrayList<>();
    private PartitionListing kept =
            PartitionListing.begin("t", new MethodChoice(ScanMethod.SCAN, null, "for the test", 0), 1);

    /** Ten partitions in one segment, each read one of them for a unit; the sixth read is throttled if reads shall fail. */
    private ScanResponse scan(ScanRequest request) {
        AttributeValue after = request.exclusiveStartKey().get("at");
        int number = after == null ? 0 : Integer.parseInt(after.n());
        if (fails && number == 5) {
            throw ProvisionedThroughputExceededException.builder().build();
        }
        Map<String, AttributeValue> key = Map.of(
                "id", AttributeValue.fromS("p" + number), "at", AttributeValue.fromN(Integer.toString(number + 1)));
        return ScanResponse.builder()
                .items(List.of(key))
                .lastEvaluatedKey(number + 1 == READS ? null : key)
                .consumedCapacity(units -> units.capacityUnits(1.0))
                .build();
    }

    private PartitionListing list(double budget) {
        return new PartitionLister(store).list(TABLE, kept, budget, (more, now) -> {
            found.addAll(more);
            kept = now;
        });
    }

    @Test
    void endsAtItsBudget() {
        assertThat(list(4).units()).isEqualTo(4);
        assertThat(kept.finished()).isFalse();
        assertThat(found).hasSize(4);
    }

    @Test
    void endsIfTheSinkIsFull() {
        ListingSink two = new ListingSink() {
            @Override
            public void accept(List<KeyValue> more, PartitionListing now) {
                found.addAll(more);
                kept = now;
            }

            @Override
            public boolean wantsMore() {
                return found.size() < 2;
            }
        };
        assertThat(new PartitionLister(store).list(TABLE, kept, 100, two)).isEqualTo(kept);
        assertThat(client.requests(ScanRequest.class)).hasSize(2);
        assertThat(list(100).finished()).isTrue();
        assertThat(found).hasSize(READS).doesNotHaveDuplicates();
    }

    @Test
    void theLastStateContinuesAfterAFailureWithoutLossOrRepetition() {
        fails = true;
        assertThatThrownBy(() -> list(100)).isInstanceOf(StorageException.class);
        fails = false;
        assertThat(found).hasSize(5);
        assertThat(list(100).finished()).isTrue();
        assertThat(found).hasSize(READS).doesNotHaveDuplicates();
        assertThat(kept.found()).isEqualTo(READS);
    }

    @Test
    void anExceptionOfTheSinkEndsTheListing() {
        assertThatThrownBy(() -> new PartitionLister(store).list(TABLE, kept, 100, (more, now) -> {
                    throw new IllegalArgumentException("full");
                }))
                .hasMessage("full");
    }

    @Test
    void aListingIsTheSameAfterItsJson() {
        list(3);
        assertThat(PartitionListing.decode(PartitionListing.encode(kept))).isEqualTo(kept);
    }

    @Test
    void anInvalidListingIsRefused() {
        for (String json :
                List.of("", "null", "{}", "[]", PartitionListing.encode(kept).replace("SCAN", "INDEX"))) {
            assertThatThrownBy(() -> PartitionListing.decode(json)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
