package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.testkit.Posts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Planted damages, each of an author of its own with the followers 'bob', 'cleo' and 'dan', and what an audit finds of all of them. */
class FindingsTest {
    private static final String GONE = "the post is gone";
    private static final String NO_FOLLOW = "the reader does not follow the author";
    private static final String LOST_CHANGE = "LOST_JOB The last change of post P by A has no job.";
    private static final String RECALL = "RECALL The recall of post P has no end, and no job of the post is open.";

    private final FakeFeedmill feedmill = new FakeFeedmill();
    private final List<String> expected = new ArrayList<>();

    /** What comes once handlers have ended, too. */
    private final List<String> settled = new ArrayList<>();

    private final List<Runnable> ends = new ArrayList<>();
    private int planted;

    @BeforeEach
    void follow() {
        feedmill.follow("ann", "bob", "cleo", "dan");
    }

    private record Planted(String author, PostId post) {
        FeedItem item() {
            return FakeFeedmill.item(author, post);
        }

        String of(String finding) {
            return finding.replaceAll("\\bP\\b", post.value()).replaceAll("\\bA\\b", author);
        }
    }

    private Planted plant(List<String> comes, String... findings) {
        String author = "author-" + ++planted;
        feedmill.follow(author, "bob", "cleo", "dan");
        Planted now = new Planted(author, feedmill.post(author));
        Stream.of(findings).map(now::of).forEach(comes::add);
        return now;
    }

    private void damage(Consumer<Planted> damage, String... findings) {
        damage.accept(plant(expected, findings));
    }

    /** The work returns what ends it. */
    private void open(List<String> comes, Function<Planted, Runnable> work, String... findings) {
        ends.add(work.apply(plant(comes, findings)));
    }

    private static String missing(String user) {
        return "MISSING The home feed of %s lacks post P by A.".formatted(user);
    }

    private static String stale(String user, int version, int truth) {
        return "STALE The home feed of %s has version %d of post P by A; it differs from version %d in the author feed."
                .formatted(user, version, truth);
    }

    private static String extra(String user, String why) {
        return "EXTRA The home feed of %s has post P by A, but %s.".formatted(user, why);
    }

    private List<String> found() {
        AuditOptions all = FakeFeedmill.all();
        return feedmill.findings(new AuditOptions(null, 0, true, all.guarantee(), Repairs.NONE, 100)).stream()
                .map(finding -> finding.kind() + " " + finding.sentence())
                .toList();
    }

    private void put(Post other) {
        feedmill.put(FeedItem.of(other, Via.FOLLOW), users("bob"));
    }

    private static Post post(Planted planted, String text) {
        return Posts.of(planted.post, user(planted.author), text);
    }

    private JobId permit(Planted planted, String... users) {
        JobId change = feedmill.permit(planted.post, FakeFeedmill.users(users));
        feedmill.putLimited(planted.author, planted.post, users);
        return change;
    }

    private void lose(PostId post, String... users) {
        users(users).forEach(user -> feedmill.lose(user, post));
    }

    @Test
    void aDamageOfHomeFeedsIsFound() {
        damage(p -> lose(p.post, "cleo"), missing("cleo"));
        damage(p -> put(post(p, "hallo")), stale("bob", 1, 1));
        damage(p -> put(post(p, "hello").edited(Content.of("hello"))), stale("bob", 2, 1));
        damage(p -> feedmill.put(p.item(), users("eve")), extra("eve", NO_FOLLOW));
        damage(p -> feedmill.put(p.item().via(Via.SELF), users("eve")), extra("eve", NO_FOLLOW));
        damage(
                p -> feedmill.fakes.retract(user(p.author), p.post),
                extra("A", GONE),
                extra("bob", GONE),
                extra("cleo", GONE),
                extra("dan", GONE));
        damage(
                p -> feedmill.fakes.plant(new StoredItem(
                        FeedName.home(user("bob")), feedmill.publish("ann").feedKey(), p.item())),
                extra("bob", "its key belongs to another post"));
        damage(
                p -> feedmill.fakes.removeFollowersRow(new Follow(user("cleo"), user(p.author))),
                extra("cleo", NO_FOLLOW));
        damage(p -> {
            feedmill.put(p.item(), users("eve"));
            feedmill.fakes.expire(FeedName.home(user("eve")), p.post, feedmill.clock.instant());
        });
        assertThat(found()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void lostWorkIsFound() {
        damage(p -> feedmill.fakes.removeJob(JobId.of(p.post)), "LOST_JOB Post P by A has no job.");
        damage(p -> feedmill.fakes.removeJob(permit(p, "bob", "cleo", "dan")), LOST_CHANGE, RECALL);
        damage(
                p -> {
                    feedmill.post(p.author);
                    feedmill.fakes.removeJob(feedmill.retract(p.post));
                    lose(p.post, "bob", "cleo", "dan");
                },
                LOST_CHANGE,
                RECALL);
        damage(
                p -> feedmill.fakes.removeOutboxRow(feedmill.unfollow(p.author, user("cleo"))),
                extra("cleo", NO_FOLLOW),
                "HIDDEN The home feed of cleo hides A since the unfollow of 2026-03-01T22:00:00Z,"
                        + " whose outbox row is gone.");
        damage(
                p -> {
                    Follow pair = new Follow(user("cleo"), user(p.author));
                    feedmill.fakes.readers().block(pair.follower(), pair.author());
                    feedmill.importFollow(p.author, "cleo");
                    feedmill.end(Objects.requireNonNull(
                            feedmill.fakes.readers().unfollows(List.of(pair)).get(pair)));
                    feedmill.pass(Duration.ofHours(1));
                },
                "FORBIDDEN_FOLLOW cleo follows A, but one blocks the other.");
        damage(p -> {
            feedmill.fakes.removeJob(JobId.of(p.post));
            feedmill.close(feedmill.retract(p.post));
            lose(p.post, "bob", "cleo", "dan");
        });
        assertThat(found()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void nothingIsFoundWhileOpenWorkOrAHandlerMayMendIt() {
        open(
                expected,
                p -> {
                    FollowChange follow = feedmill.beginFollow(p.author, "late");
                    return () -> feedmill.end(follow);
                },
                missing("late"));
        open(expected, p -> unfollowed(p, () -> {}), extra("cleo", NO_FOLLOW));
        open(
                expected,
                p -> unfollowed(p, () -> {
                    feedmill.follow(p.author, "cleo");
                    lose(p.post, "cleo");
                }),
                missing("cleo"));
        open(
                expected,
                p -> unfollowed(p, () -> {
                    feedmill.close(feedmill.retract(p.post));
                    lose(p.post, "bob", "dan");
                    feedmill.follow(p.author, "cleo");
                }),
                extra("cleo", GONE));
        open(
                settled,
                p -> {
                    JobId edit = feedmill.edit(p.post, new Content("hello", "{\"a\":1}"));
                    return () -> feedmill.close(edit);
                },
                stale("bob", 1, 2),
                stale("cleo", 1, 2),
                stale("dan", 1, 2));
        open(
                settled,
                p -> {
                    lose(p.post, "cleo", "dan");
                    feedmill.close(permit(p, "bob"));
                    JobId change = feedmill.permit(p.post, FakeFeedmill.users("bob", "cleo"));
                    return () -> feedmill.close(change);
                },
                missing("cleo"));
        open(
                settled,
                p -> {
                    JobId change = permit(p, "bob", "dan");
                    return () -> feedmill.close(change);
                },
                extra("cleo", "the reader may not read the post"));
        open(
                settled,
                p -> {
                    JobId change = feedmill.retract(p.post);
                    lose(p.post, "cleo", "dan");
                    return () -> feedmill.close(change);
                },
                extra("bob", GONE));
        feedmill.pass(Duration.ofDays(1));
        assertThat(found()).isEmpty();
        ends.forEach(Runnable::run);
        feedmill.pass(HandlerLife.LAST_WRITE);
        assertThat(found()).containsExactlyInAnyOrderElementsOf(expected);
        feedmill.pass(Duration.ofMillis(1));
        expected.addAll(settled);
        assertThat(found()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private Runnable unfollowed(Planted planted, Runnable meanwhile) {
        FollowChange unfollow = feedmill.unfollow(planted.author, user("cleo"));
        meanwhile.run();
        return () -> feedmill.end(unfollow);
    }

    private static Named<Consumer<FakeFeedmill>> change(String name, Consumer<FakeFeedmill> change) {
        return Named.of(name, change);
    }

    static Stream<Named<Consumer<FakeFeedmill>>> changes() {
        return Stream.of(
                change("a follow", feedmill -> {
                    feedmill.post("ann");
                    feedmill.steps.before("FeedStore.posts", 1, () -> feedmill.follow("ann", "late"));
                }),
                change("an unfollow", feedmill -> {
                    feedmill.post("ann");
                    feedmill.steps.before("FeedStore.scanHomes", 1, () -> feedmill.unfollow("ann", user("cleo")));
                }),
                change("the end of an unfollow", feedmill -> {
                    FollowChange unfollow = feedmill.unfollow("ann", user("bob"));
                    feedmill.steps.before("OutboxStore.holds", 1, () -> feedmill.end(unfollow));
                }),
                change("the close of a job", feedmill -> {
                    PostId post = feedmill.publish("ann");
                    feedmill.steps.before("holds", 1, () -> feedmill.deliver("ann", post));
                }),
                change("two changes, before the item is looked at again", feedmill -> {
                    PostId post = feedmill.post("ann");
                    feedmill.lose(user("bob"), post);
                    feedmill.steps.before("FeedStore.truth", 2, () -> {
                        feedmill.close(feedmill.permit(post, FakeFeedmill.users()));
                        feedmill.close(feedmill.permit(post, Audience.everyone()));
                    });
                }),
                change("a permission for who had none", feedmill -> {
                    PostId post = feedmill.post("ann");
                    feedmill.close(feedmill.permit(post, FakeFeedmill.users("bob", "dan")));
                    feedmill.pass(Duration.ofHours(1));
                    feedmill.steps.before(
                            "FeedStore.truth", 2, () -> feedmill.permit(post, FakeFeedmill.users("cleo")));
                }),
                change("the end of a recall", FindingsTest::closesDuringTheAudit),
                change("a recall that ends and begins again", feedmill -> {
                    PostId post = closesDuringTheAudit(feedmill);
                    feedmill.steps.before(
                            "RecallStore.open", 2, () -> feedmill.permit(post, FakeFeedmill.users("bob", "cleo")));
                }));
    }

    private static PostId closesDuringTheAudit(FakeFeedmill feedmill) {
        PostId post = feedmill.post("ann");
        JobId change = feedmill.permit(post, FakeFeedmill.users("bob", "cleo"));
        feedmill.putLimited("ann", post, "bob", "cleo");
        feedmill.lose(user("dan"), post);
        feedmill.steps.before("JobStore.jobs", 1, () -> feedmill.close(change));
        return post;
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeDuringTheAuditIsNoFinding(Consumer<FakeFeedmill> change) {
        change.accept(feedmill);
        assertThat(found()).isEmpty();
    }
}
