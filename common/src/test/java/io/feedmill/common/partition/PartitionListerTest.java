package io.feedmill.common.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class PartitionListerTest {
    private static final ScannedTable TABLE = Keys.table(Keys.SK, 0, 0);
    private static final int READS = 10;

    private final Store store = new Store();
    private final List<KeyValue> found = new ArrayList<>();
    private PartitionListing kept =
            PartitionListing.begin("t", new MethodChoice(ScanMethod.SCAN, null, "for the test", 0), 1);

    /** Ten partitions in one segment, each read one of them for a unit; the sixth read fails once. */
    private static final class Store implements ScanStore {
        private int reads;
        private boolean fails;

        @Override
        public Optional<ScannedTable> describe(String table) {
            return Optional.empty();
        }

        @Override
        public ScanKeys read(ScanRead read) {
            reads++;
            ScanPosition after = read.after();
            int number = after == null
                    ? 0
                    : Integer.parseInt(
                            Objects.requireNonNull(after.key().get("at")).text());
            if (fails && number == 5) {
                fails = false;
                throw new StorageException(Kind.THROTTLED, "for the test");
            }
            ScanPosition next = number + 1 == READS ? null : Keys.at("p" + number, number + 1);
            return new ScanKeys(Keys.strings("p" + number), next, 1);
        }
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
        assertThat(store.reads).isEqualTo(2);
        assertThat(list(100).finished()).isTrue();
        assertThat(found).hasSize(READS).doesNotHaveDuplicates();
    }

    @Test
    void theLastStateContinuesAfterAFailureWithoutLossOrRepetition() {
        store.fails = true;
        assertThatThrownBy(() -> list(100)).isInstanceOf(StorageException.class);
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
        assertThat(ListingCodec.decode(ListingCodec.encode(kept))).isEqualTo(kept);
    }

    @Test
    void anInvalidListingIsRefused() {
        for (String json :
                List.of("", "null", "{}", "[]", ListingCodec.encode(kept).replace("SCAN", "INDEX"))) {
            assertThatThrownBy(() -> ListingCodec.decode(json)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
