package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ViewCheckTest {

    private static final PostId POST = PostId.parse("11111111112oTPUemdxcKD");

    private final Map<String, Long> expected = Map.of(POST.value(), 3L);

    private static List<Viewed> entries(long... counts) {
        return LongStream.of(counts)
                .mapToObj(count -> new Viewed(POST, new UserId("ann"), Instant.EPOCH, count))
                .toList();
    }

    private List<String> differences(long counter, long... counts) {
        return LedgerCheck.compareViews(expected, Map.of(POST.value(), counter), entries(counts)).stream()
                .toList();
    }

    @Test
    void countersAndTheSumOfTheLedgersEntriesMustAgreeWithTheViewers() {
        assertThat(differences(3, 1, 2)).isEmpty();
        assertThat(differences(4, 1, 2)).singleElement().asString().contains("views grew by 4 instead of 3");
        assertThat(differences(3, 1, 1)).singleElement().asString().contains("views 2 instead of 3");
        assertThat(differences(0)).hasSize(2);
    }

    @Test
    void aPostThatWasNeverCountedIsADifference() {
        assertThat(LedgerCheck.compareViews(expected, Map.of(), List.of())).hasSize(2);
    }
}
