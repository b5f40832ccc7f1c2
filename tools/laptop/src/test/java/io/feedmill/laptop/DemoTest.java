package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.laptop.Demo.Access;
import io.feedmill.laptop.Demo.Load;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.StubFeedmill;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DemoTest {

    private static final int POSTS = 12;

    private final FollowGraph graph = new GraphGenerator(300, 100, 1.0, 1).generate();

    @AutoClose
    private final StubFeedmill feedmill = new StubFeedmill();

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    DemoTest() throws IOException {}

    @Test
    void succeedsIfEveryFeedIsRight() {
        assertThat(run()).isTrue();
        assertThat(output())
                .contains("verified: 300 home feeds", "p99", "Bearer abc\"", "/v1/feeds/home/", "/fanout?viewer=");
    }

    @Test
    void postsOfAnEarlierRunDoNotMatter() {
        run();
        assertThat(run()).isTrue();
    }

    @Test
    void namesTheMissingItem() {
        feedmill.forgotten = followerOfTheLargest();
        assertThat(run()).isFalse();
        assertThat(output())
                .contains("NOT as it should be", "The home feed of " + feedmill.forgotten + " lacks post p");
    }

    @Test
    void failsIfTheFanoutTakesTooLong() {
        feedmill.state = "PLANNING";
        assertThatExceptionOfType(StepFailure.class)
                .isThrownBy(() -> run())
                .withMessageContaining("12 posts is not complete")
                .withMessageContaining("PLANNING");
    }

    private boolean run() {
        Screen screen = Screen.plain(new PrintStream(output, true, StandardCharsets.UTF_8));
        Access access = new Access(URI.create("http://x"), "abc");
        return new Demo(feedmill.client(), screen, new Load(POSTS, Duration.ofMillis(1)), access).run(graph);
    }

    private String followerOfTheLargest() {
        int largest = graph.largestAuthor();
        int follower = IntStream.range(0, graph.size())
                .filter(user -> graph.followedBy(user).anyMatch(author -> author == largest))
                .findFirst()
                .orElseThrow();
        return graph.id(follower);
    }

    private String output() {
        return output.toString(StandardCharsets.UTF_8);
    }
}
