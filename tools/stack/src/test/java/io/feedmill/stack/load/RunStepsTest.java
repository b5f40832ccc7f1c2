package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RunStepsTest {

    private final FollowGraph graph = new GraphGenerator(6_000, 5_000, 1.0, 1).generate();

    @AutoClose
    private final StubFeedmill feedmill = new StubFeedmill();

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    RunStepsTest() throws IOException {}

    @Test
    void sendsEveryFollowOnceInSeveralCalls() {
        run();
        List<String> lines = feedmill.imports.stream().flatMap(List::stream).toList();
        assertThat(lines).hasSize(Math.toIntExact(graph.follows())).doesNotHaveDuplicates();
        assertThat(feedmill.imports)
                .hasSizeGreaterThan(5)
                .allSatisfy(call -> assertThat(call).hasSizeLessThan(3_000));
    }

    @Test
    void endsAtTheTotal() {
        run();
        String total = "%,d".formatted(graph.follows());
        assertThat(output.toString(StandardCharsets.UTF_8))
                .endsWith("import: %s of %s (100%%)%n".formatted(total, total));
    }

    @Test
    void failsWithTheFirstLinesThatWereRefused() {
        feedmill.refused = "user-00001";
        assertThatExceptionOfType(StepFailure.class)
                .isThrownBy(() -> run())
                .withMessageMatching(
                        "An import took [0-9,]+ of [0-9,]+ follows and rejected [0-9,]+, first: .*refused.*");
    }

    @Test
    void resendsAfterATemporaryRefusal() {
        FollowGraph small = new GraphGenerator(20, 10, 1.0, 1).generate();
        feedmill.failingPosts = 1;
        assertThat(new RunSteps(feedmill.client(), screen())
                        .publish(small, 3)
                        .posts()
                        .all())
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    private Screen screen() {
        return Screen.plain(new PrintStream(output, true, StandardCharsets.UTF_8));
    }

    private void run() {
        new RunSteps(feedmill.client(), screen()).importGraph(graph);
    }
}
