package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PublishingTest {

    private final FollowGraph graph = new GraphGenerator(20, 10, 1.0, 1).generate();
    private final Screen screen =
            Screen.plain(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));

    @Test
    void sendsAgainWhatIsRefusedForTheMoment() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url())) {
            feedmill.failingPosts = 1;
            assertThat(new Publishing(client, screen).run(graph, 3).posts().all())
                    .hasSize(3)
                    .doesNotHaveDuplicates();
        }
    }
}
