package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.Post;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.verify.Posts;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An author with four followers in the graph. */
class RunTest {

    private static final FollowGraph GRAPH = new GraphGenerator(6, 4, 3.0, 1).generate();
    private static final String AUTHOR = GRAPH.id(0);
    private static final String FOLLOWER = user(true);
    private static final String GUEST = user(false);
    private static final Post POST = post("p1", AUTHOR);
    private static final Post OWN = post("p2", GUEST);

    private final Run run = Run.onFresh(GRAPH, Posts.of("run", List.of(POST, OWN)));

    @Test
    void aFeedHasTheOwnPostsAndThoseOfFollowedAuthors() {
        assertThat(run.homeFeed(FOLLOWER)).containsExactly(POST);
        assertThat(run.homeFeed(GUEST)).containsExactly(OWN);
        assertThat(run.authorFeed(AUTHOR)).containsExactly(POST);
    }

    @Test
    void everyUserIsAReader() {
        assertThat(run.readers()).hasSize(6);
    }

    private static String user(boolean follows) {
        int user = 1;
        while (GRAPH.followedBy(user).anyMatch(author -> author == 0) != follows) {
            user++;
        }
        return GRAPH.id(user);
    }

    private static Post post(String id, String author) {
        return new Post(id, author, "text", null, Instant.EPOCH, 1, null, null, null, null);
    }
}
