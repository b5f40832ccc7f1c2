package io.feedmill.worker.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.storage.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconcileLoopTest {
    private static final WriteOptions TERMS = WriteOptions.bulk(Deadline.in(Duration.ofMinutes(1)));

    private final List<String> written = new ArrayList<>();

    private BatchResult write(String truth, BatchResult result) {
        written.add(truth);
        return result;
    }

    @Test
    void endsWhenTheTruthDidNotChangeDuringTheWrite() {
        Iterator<String> truths = List.of("first", "second", "second").iterator();
        assertThat(ReconcileLoop.run(
                        truths::next,
                        (truth, options) -> write(truth, new BatchResult(1, true, List.of(), false)),
                        TERMS))
                .contains("second");
        assertThat(written).containsExactly("first", "second");
    }

    @Test
    void anIncompleteWriteEndsItWithoutAnotherRead() {
        Iterator<String> truths = List.of("first").iterator();
        assertThat(ReconcileLoop.run(
                        truths::next,
                        (truth, options) -> write(truth, new BatchResult(0, false, List.of(), false)),
                        TERMS))
                .isEmpty();
    }

    @Test
    void aLateWriteIsFollowedByWhatIsTrueNow() {
        Iterator<String> truths = List.of("first", "second", "second").iterator();
        assertThat(ReconcileLoop.run(
                        truths::next,
                        (truth, options) -> write(
                                truth,
                                options.equals(TERMS)
                                        ? new BatchResult(0, false, List.of(), true)
                                        : new BatchResult(1, true, List.of(), false)),
                        TERMS))
                .isEmpty();
        assertThat(written).containsExactly("first", "second");
    }

    /** The message is requeued. */
    @Test
    void aWriteThatIsLateAgainIsTheLastOne() {
        Iterator<String> truths = List.of("first", "second").iterator();
        assertThat(ReconcileLoop.run(
                        truths::next,
                        (truth, options) -> write(truth, new BatchResult(0, false, List.of(), true)),
                        TERMS))
                .isEmpty();
        assertThat(written).containsExactly("first", "second");
    }
}
