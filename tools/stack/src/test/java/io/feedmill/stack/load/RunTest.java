package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.FollowHistory.Relation;
import io.feedmill.stack.load.PostStream.Sent;
import io.feedmill.stack.verify.JobCheck.Range;
import io.feedmill.stack.verify.Timeline;
import io.feedmill.stack.verify.Timeline.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An author with four followers in the graph, and a fifth one who follows during the run. */
class RunTest {

    private static final FollowGraph GRAPH = new GraphGenerator(6, 4, 3.0, 1).generate();
    private static final String AUTHOR = GRAPH.id(0);
    private static final String ALWAYS = follower(true);
    private static final String GUEST = follower(false);
    private static final Sent BEFORE = sent("p1", AUTHOR, 5);
    private static final Sent AFTER = sent("p2", AUTHOR, 15);
    private static final Sent OWN = sent("p3", GUEST, 20);

    private final Run published =
            Run.onFresh(GRAPH, "run", List.of(BEFORE, AFTER, OWN), follows(new Change(true, Duration.ofSeconds(10))));

    @Test
    void aConstantFollowerGetsEverything() {
        assertThat(published.homeFeed(ALWAYS).must()).containsExactlyInAnyOrder(BEFORE.post(), AFTER.post());
        assertThat(published.homeFeed(ALWAYS).may()).isEmpty();
    }

    @Test
    void aNewFollowerGetsLaterPostsAndMayGetPostsInDelivery() {
        assertThat(published.homeFeed(GUEST).must()).containsExactlyInAnyOrder(AFTER.post(), OWN.post());
        assertThat(published.homeFeed(GUEST).may()).containsExactly(BEFORE.post());
    }

    @Test
    void recipientsAreBetweenCertainAndPossibleFollowers() {
        assertThat(published.recipients(BEFORE.post())).isEqualTo(new Range(4, 5));
        assertThat(published.recipients(AFTER.post())).isEqualTo(Range.exactly(5));
    }

    @Test
    void aLeaverIsNoRecipient() {
        Timeline left = new Timeline(true, List.of(new Change(false, Duration.ofSeconds(10))));
        FollowHistory follows = new FollowHistory(Map.of(new Relation(ALWAYS, AUTHOR), left));
        Run leaving = Run.onFresh(GRAPH, "run", List.of(BEFORE, AFTER), follows);
        assertThat(leaving.recipients(BEFORE.post())).isEqualTo(new Range(3, 4));
        assertThat(leaving.recipients(AFTER.post())).isEqualTo(Range.exactly(3));
        assertThat(leaving.homeFeed(ALWAYS).must()).isEmpty();
    }

    @Test
    void everyUserIsAReader() {
        assertThat(published.readers()).hasSize(6);
    }

    @Test
    void countsChanges() {
        FollowHistory follows = follows(new Change(true, Duration.ofSeconds(10)));
        assertThat(follows.changing()).isEqualTo(1);
        assertThat(follows.changes()).isEqualTo(1);
        assertThat(follows.unsettled()).isZero();
        assertThat(follows(new Change(true, Change.NEVER)).unsettled()).isEqualTo(1);
    }

    private static FollowHistory follows(Change change) {
        return new FollowHistory(Map.of(new Relation(GUEST, AUTHOR), new Timeline(false, List.of(change))));
    }

    private static String follower(boolean follows) {
        int user = 1;
        while (GRAPH.followedBy(user).anyMatch(author -> author == 0) != follows) {
            user++;
        }
        return GRAPH.id(user);
    }

    private static Sent sent(String id, String author, int second) {
        PublishedPost post = new PublishedPost(id, author, "text", Instant.EPOCH.plusSeconds(second), 1);
        return new Sent(post, Duration.ofSeconds(second), 1);
    }
}
