package io.feedmill.worker.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.storage.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconcileLoopTest {
    private static final WriteOptions TERMS =
            WriteOptions.bulk(Deadline.in(Duration.ofMinutes(1), System::nanoTime, InstantSource.system()));

    private static final BatchResult WRITTEN = new BatchResult(1, true, List.of(), false);
    private static final BatchResult INCOMPLETE = new BatchResult(0, false, List.of(), false);
    private static final BatchResult LATE = new BatchResult(0, false, List.of(), true);

    private final List<String> written = new ArrayList<>();

    /** Runs with these truths, one for each read, and these results of writes in time and of a later one. */
    private Optional<String> run(List<String> truths, BatchResult inTime, BatchResult later) {
        return ReconcileLoop.run(
                truths.iterator()::next,
                (truth, options) -> {
                    written.add(truth);
                    return options.equals(TERMS) ? inTime : later;
                },
                TERMS);
    }

    @Test
    void endsWhenTheTruthDidNotChangeDuringTheWrite() {
        assertThat(run(List.of("first", "second", "second"), WRITTEN, WRITTEN)).contains("second");
        assertThat(written).containsExactly("first", "second");
    }

    @Test
    void anIncompleteWriteEndsItWithoutAnotherRead() {
        assertThat(run(List.of("first"), INCOMPLETE, INCOMPLETE)).isEmpty();
    }

    @Test
    void aLateWriteIsFollowedByWhatIsTrueNow() {
        assertThat(run(List.of("first", "second", "second"), LATE, WRITTEN)).isEmpty();
        assertThat(written).containsExactly("first", "second");
    }

    /** The message is requeued. */
    @Test
    void aWriteThatIsLateAgainIsTheLastOne() {
        assertThat(run(List.of("first", "second"), LATE, LATE)).isEmpty();
        assertThat(written).containsExactly("first", "second");
    }
}
