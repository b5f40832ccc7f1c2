package io.feedmill.worker.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconcileLoopTest {
    private final List<String> written = new ArrayList<>();

    @Test
    void endsWhenTheTruthDidNotChangeDuringTheWrite() {
        Iterator<String> truths = List.of("first", "second", "second").iterator();
        assertThat(ReconcileLoop.run(truths::next, written::add)).contains("second");
        assertThat(written).containsExactly("first", "second");
    }

    @Test
    void anIncompleteWriteEndsItWithoutAnotherRead() {
        Iterator<String> truths = List.of("first").iterator();
        assertThat(ReconcileLoop.run(truths::next, truth -> false)).isEmpty();
    }
}
