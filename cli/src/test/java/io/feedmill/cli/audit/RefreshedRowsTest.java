package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.notification.Notification.Actor;
import io.feedmill.common.notification.NotificationKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notifications and counts of posts that no message brought up to date. */
class RefreshedRowsTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();
    private PostId post = PostId.parse("1111111111111111111111");

    @BeforeEach
    void react() {
        feedmill.follow("ann", "bob", "cleo");
        feedmill.pass(Duration.ofDays(1));
        post = feedmill.post("ann");
        add("bob");
        add("cleo");
        refresh();
    }

    private ReactionKey like(String user) {
        return new ReactionKey(post, "like", user(user));
    }

    private void add(String user) {
        feedmill.fakes.counters().add(like(user));
    }

    private void remove(String user) {
        feedmill.fakes.counters().remove(like(user));
    }

    /** As workers do when they have the messages. */
    private void refresh() {
        feedmill.fakes.counters().recount(post);
        feedmill.fakes
                .notifications()
                .refresh(
                        reactions(),
                        new TreeSet<>(users("bob", "cleo")),
                        actors -> feedmill.fakes.counters().reacted(post, actors));
    }

    private NotificationKey reactions() {
        return new NotificationKey(user("ann"), NotificationKey.REACTION, post.value());
    }

    private List<String> actors(NotificationKey group) {
        return feedmill.fakes.notifications().find(group).orElseThrow().actors().stream()
                .map(Actor::user)
                .map(Object::toString)
                .toList();
    }

    private List<Finding> found() {
        return feedmill.findings(FakeFeedmill.all());
    }

    private void repair() {
        feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(true, false)));
    }

    @Test
    void aReactionWithoutItsMessageIsAFindingUntilRepair() {
        assertThat(found()).isEmpty();
        remove("bob");
        assertThat(found())
                .extracting(Finding::sentence)
                .containsExactly(
                        "A notification of ann names bob, whose reaction to post %s is gone.".formatted(post),
                        "The counts of post %s say 0 views and reactions {like=2}, their shards 0 and {like=1}."
                                .formatted(post));
        feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(false, true)));
        assertThat(actors(reactions())).containsExactly("cleo", "bob");
        repair();
        assertThat(actors(reactions())).containsExactly("cleo");
        assertThat(feedmill.fakes.counters().counts(Set.of(post)))
                .isEqualTo(Map.of(post, new PostCounters(0, 0, new TreeMap<>(Map.of("like", 1L)))));
        assertThat(found()).isEmpty();
    }

    @Test
    void whatAMessageBringsUpToDateWhileTheAuditWaitsIsNoFinding() {
        remove("bob");
        feedmill.whilePaused(this::refresh);
        assertThat(found()).isEmpty();
    }

    @Test
    void countsThatChangeWhileTheAuditWaitsAreNotJudged() {
        add("dan");
        feedmill.whilePaused(() -> add("eve"));
        assertThat(found()).isEmpty();
        feedmill.whilePaused(() -> {});
        assertThat(found()).extracting(Finding::kind).containsExactly(Finding.Kind.STALE_COUNTS);
    }

    @Test
    void theAuditWaitsForTheMarginIfThereIsASuspect() {
        Duration[] waited = {Duration.ZERO};
        feedmill.whilePaused(() -> waited[0] = waited[0].plus(Duration.ofSeconds(1)));
        found();
        assertThat(waited[0]).isZero();
        remove("bob");
        long before = feedmill.clock.millis();
        found();
        assertThat(feedmill.clock.millis() - before)
                .isBetween(FakeFeedmill.MARGIN.toMillis(), 2 * FakeFeedmill.MARGIN.toMillis());
    }

    @Test
    void aFollowThatEndedIsAFindingUnlessItsUnfollowIsOpen() {
        NotificationKey follows = new NotificationKey(user("ann"), NotificationKey.FOLLOW, "");
        feedmill.fakes
                .notifications()
                .refresh(
                        follows,
                        new TreeSet<>(users("bob", "cleo")),
                        actors -> Map.of(user("bob"), 1L, user("cleo"), 2L));
        assertThat(found()).isEmpty();
        FollowChange unfollow = feedmill.unfollow("ann", user("bob"));
        assertThat(found()).isEmpty();
        feedmill.end(unfollow);
        assertThat(found())
                .extracting(Finding::sentence)
                .contains("A notification of ann names bob, whose follow is gone.");
        repair();
        assertThat(actors(follows)).containsExactly("cleo");
        assertThat(feedmill.fakes.follows().follows(new Follow(user("bob"), user("ann"))))
                .isFalse();
    }
}
