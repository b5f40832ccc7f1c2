package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rows a delivery writes and deletes, and why recipients are skipped. Each {@link World} asserts after each step that the reasons add up. */
class HomeFeedWriterTest {
    private static final Audience B = World.only("b", "stranger");
    private static final List<String> ALL = List.of("a", "b", "c");
    private static final String[] FOUR = {"a", "b", "c", "d"};

    /** Its plan delivers inline. */
    private final World world = World.of(5, "a", "b", "c");

    /** A change of the world, and what comes of it for the followers {@code a}, {@code b} and {@code c} of a post with slices of this size. */
    record Case(String name, int sliceSize, Consumer<World> change, List<String> reached) {
        World world() {
            World world = World.of(sliceSize, "a", "b", "c");
            if (sliceSize < 3) {
                world.next();
            }
            return world;
        }

        String[] names() {
            return reached.toArray(String[]::new);
        }
    }

    static Stream<Case> before() {
        return Stream.of(
                new Case("a list with a stranger", 5, world -> world.permit(B), List.of("b")),
                new Case("an empty list", 5, world -> world.permit(World.only()), List.of()),
                new Case("for followers", 5, world -> world.permit(new Audience.Followers()), ALL),
                new Case("a leaver", 2, world -> world.unfollow("a"), List.of("b", "c")),
                new Case("R3", 2, World::retract, List.of()),
                new Case("R3", 5, World::retract, List.of()));
    }

    @ParameterizedTest
    @MethodSource("before")
    void homeFeedsAgreeWithAChangeBeforeTheDelivery(Case its) {
        World world = its.world();
        its.change.accept(world);
        world.work();
        Exact.assertDelivered(world, 3 - its.reached.size(), its.names());
        assertThat(world.fakes.home(user("stranger"))).isEmpty();
    }

    /** A change just before the n-th such call, of a world that another one changed before. Who returns has the post, but counts as skipped. */
    record During(Consumer<World> before, String call, int nth, int delivered, Case its) {}

    static Stream<During> during() {
        Consumer<World> leaves = world -> world.unfollow("a");
        Consumer<World> returns = world -> world.follow("a");
        Consumer<World> changes = world -> world.revise(2);
        Consumer<World> none = world -> {};
        Consumer<World> list = world -> world.permit(B);
        Consumer<World> everyone = world -> world.permit(Audience.everyone());
        String put = "FeedStore.putHome";
        return Stream.of(
                new During(none, put, 3, 1, new Case("a list", 5, list, List.of("b"))),
                new During(list, put, 3, 3, new Case("everyone after a list", 5, everyone, ALL)),
                new During(
                        list,
                        "followersBetween",
                        1,
                        0,
                        new Case("b leaves", 5, world -> world.unfollow("b"), List.of())),
                new During(none, put, 2, 2, new Case("a leaver", 5, leaves, List.of("b", "c"))),
                new During(none, put, 2, 2, new Case("a leaver", 2, leaves, List.of("b", "c"))),
                new During(leaves, "FollowStore.follows", 1, 2, new Case("D10", 2, returns, ALL)),
                new During(leaves, "FeedStore.deleteHome", 1, 2, new Case("D8", 2, returns, ALL)),
                new During(none, put, 1, 3, new Case("E2", 2, changes, ALL)),
                new During(none, put, 2, 0, new Case("a retraction", 2, World::retract, List.of())));
    }

    /** Home feeds agree with the source of truth, also with a version that came after the handler's read. */
    @ParameterizedTest
    @MethodSource("during")
    void homeFeedsAgreeWithAChangeDuringTheDelivery(During during) {
        Case its = during.its;
        World world = its.world();
        during.before.accept(world);
        world.before(during.call, during.nth, () -> its.change.accept(world));
        world.work();
        Exact.assertClosed(world, during.delivered, 3 - during.delivered);
        assertThat(world.reached()).isEqualTo(its.reached);
        Exact.assertReached(world, its.names());
    }

    @Test
    void aRowThatIsPutBackIsAsThePostIs() {
        for (Consumer<World> change : List.<Consumer<World>>of(its -> its.revise(2), World::retract)) {
            World sliced = World.of(2, "a", "b", "c");
            sliced.next();
            sliced.unfollow("a");
            sliced.before("FeedStore.deleteHome", 1, () -> {
                sliced.follow("a");
                change.accept(sliced);
            });
            sliced.work();
            Exact.assertReached(sliced, "a");
        }
    }

    @Test
    void aPostPublishedForAListIsTakenFromNoOne() {
        world.next();
        PostId post = world.publish(B);
        Run run = world.next();
        assertThat(world.rows("b", post)).hasSize(1);
        assertThat(world.rows("a", post)).isEmpty();
        assertThat(world.job(post).counts()).isEqualTo(new Job.Counts(3, 1, 2));
        assertThat(run.steps()).noneMatch(step -> step.startsWith("FeedStore.deleteHome"));
    }

    @Test
    void rowsOfADeadHandlerAreDeletedAfterTheListExcludesThem() {
        world.firstDiesAfter("FeedStore.putHome", 2);
        assertThat(world.reached()).containsExactly("a", "b");
        world.permit(B);
        world.finish();
        assertThat(world.reached()).containsExactly("b");
    }

    @Test
    void rowsWrittenForEveryoneAreWrittenAgainForFollowers() {
        world.fakes.throttleAfter(2);
        world.next();
        assertThat(world.reached()).containsExactly("a", "b");
        world.permit(new Audience.Followers());
        world.recover();
        world.finish();
        assertThat(List.of("a", "b", "c"))
                .allSatisfy(user -> assertThat(
                                world.rows(user, world.post).getFirst().audience())
                        .isEqualTo(new Audience.Followers()));
    }

    /** P5: the others do not wait for a reader who gets more than one partition takes. */
    @Test
    void aReaderWhoseHomeFeedRefusesWritesIsPutOff() {
        World world = World.of(4, "a", "b", "c", "d", "e", "f", "g", "h");
        world.next();
        world.fakes.refuse(user("b"));
        world.next();
        assertThat(world.reached()).containsExactly("a", "c", "d");
        Deliver rest = (Deliver) world.lastSent().message();
        assertThat(rest.rest()).isEqualTo(new Remaining(users("b"), null, 3, Skipped.NONE));
        assertThat(world.parts.count("feedmill.deliveries.put.off")).isEqualTo(1);
        world.work();
        assertThat(world.reached()).containsExactly("a", "c", "d", "e", "f", "g", "h");
        world.fakes.refuse();
        world.finish();
        Exact.assertClosed(world, 8, 0);
    }

    @Test
    void aSmallAuthorsReaderIsPutOffIntoASlice() {
        World world = World.of(4, "a", "b");
        world.fakes.refuse(user("b"));
        world.next();
        assertThat(world.reached()).containsExactly("a");
        world.fakes.refuse();
        world.finish();
        Exact.assertClosed(world, 2, 0);
    }

    static Stream<Case> late() {
        return Stream.of(
                new Case("a retraction", 1, World::retract, List.of()),
                new Case("a retraction", 5, World::retract, List.of()),
                new Case("a leaver", 5, world -> world.unfollow("a"), List.of("b", "c")));
    }

    /** The post changes, and its job is done, between the write and its late answer. */
    @ParameterizedTest
    @MethodSource("late")
    void aHandlerThatIsLateWritesWhatIsTrueNowBeforeItStops(Case its) {
        World world = its.world();
        QueueMessage message = world.take();
        world.queue.lose();
        world.fakes.afterWrite(() -> {
            world.fakes.afterWrite(() -> {});
            world.clock.advance(Duration.ofSeconds(61));
            its.change.accept(world);
        });
        world.handle(message);
        assertThat(world.reached()).isEqualTo(its.reached);
    }

    /** Twice the recipients are read; of a range with more, the recipients' own follows. */
    @Test
    void theCheckForLeaversIsBoundedWhateverWasImported() {
        World world = World.of(3, "a", "c", "e", "x");
        world.next();
        world.fakes
                .follows()
                .importAll(IntStream.range(0, 50)
                        .mapToObj(i -> new Follow(user("b" + i), World.AUTHOR))
                        .toList());
        world.unfollow("c");
        Run run = world.next();
        assertThat(run.steps())
                .filteredOn(step -> step.startsWith("FollowStore.followersBetween"))
                .singleElement()
                .asString()
                .endsWith("follows[followers:ann] limit 6");
        assertThat(run.steps()).anyMatch(step -> step.startsWith("FollowStore.since"));
        assertThat(world.reached()).containsExactly("a", "e");
    }

    private static void block(World world, String name) {
        world.fakes.readers().block(user(name), World.AUTHOR);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void eachReasonIsCounted(int sliceSize) {
        World world = World.of(sliceSize, FOUR);
        world.permit(World.only("a", "b", "d"));
        world.steps.before("FeedStore.putHome", 1, () -> {
            block(world, "a");
            world.unfollow("b");
        });
        world.work();
        Exact.assertClosed(world, 1, 3);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 1, 0, 1, 0));
    }

    @Test
    void aLeaverWhoMayNotReadIsALeaver() {
        World world = World.of(5, FOUR);
        world.permit(World.only("b", "c", "d"));
        world.steps.before("FeedStore.putHome", 1, () -> world.unfollow("a"));
        world.work();
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 0, 0, 0, 0));
    }

    /** Everyone counts as seen when the time is first set: 'a' was seen again, and 'd' stopped following. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void whoWasAwayForLongIsPassedOver(int sliceSize) {
        World world = World.of(sliceSize, FOUR);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.work();
        world.clock.advance(Duration.ofDays(8));
        world.fakes.readers().seen(user("a"), null, Active.at(Ticks.ofInstant(world.clock.instant())));
        PostId second = world.publish();
        world.steps.before("FeedStore.putHome", 1, () -> world.unfollow("d"));
        world.work();
        assertThat(world.home("a")).contains(second);
        assertThat(world.home("b")).isNotEmpty().doesNotContain(second);
        assertThat(world.job(JobId.of(second)).skippedBy()).isEqualTo(new Skipped(1, 0, 0, 0, 2));
    }

    /** The readers got the post when they might be away for longer. */
    @Test
    void aRetractionGoesToWhoeverGotThePostBeforeTheTimeWasLowered() {
        World world = World.of(2, FOUR);
        world.fakes.dormancy().set(Duration.ofDays(14));
        world.clock.advance(Duration.ofDays(8));
        PostId second = world.publish();
        world.work();
        assertThat(world.home("b")).contains(second);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.clock.advance(Duration.ofHours(1));
        Post post = world.fakes.posts().find(second).orElseThrow();
        JobId job = JobId.create(Ticks.ofInstant(world.clock.instant()), new Random(1));
        world.fakes.posts().change(post, new Change.Retract(false), job);
        world.queue.send(World.plan(job));
        world.work();
        assertThat(world.home("b")).doesNotContain(second);
    }

    /** The post is as old as its publication, and the reader had it: the change goes to the same ones. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void aChangeGoesToWhoeverMayHaveThePost(int sliceSize) {
        World world = World.of(sliceSize, FOUR);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.work();
        world.clock.advance(Duration.ofDays(8));
        JobId job = world.change(new Change.Retract(false));
        world.queue.send(World.plan(job));
        world.work();
        assertThat(world.home("b")).isEmpty();
        assertThat(world.job(job).skippedBy()).isEqualTo(Skipped.gone(4));
    }

    /** An old slice removes the leavers before it writes. */
    @Test
    void theLeaversOfAnOldSliceHaveTheirReasons() {
        World world = World.of(5, FOUR);
        world.fakes.throttleAfter(1);
        world.next();
        QueueMessage slice = world.queue.sent().stream()
                .map(Sent::message)
                .filter(Deliver.class::isInstance)
                .findFirst()
                .orElseThrow();
        block(world, "b");
        world.unfollow("c");
        world.fakes.throttleAfter(1_000);
        world.clock.advance(Duration.ofMinutes(5));
        world.receive(slice, world.clock.instant().minusSeconds(300));
        world.finish();
        Exact.assertClosed(world, 2, 2);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 0, 0, 1, 0));
    }

    /** A range that is read again has fewer followers than were planned: nobody can name the others any more. */
    @Test
    void whoIsMissingInARangeStoppedFollowing() {
        World world = World.of(2, FOUR);
        world.next();
        assertThat(world.queue.take()).isPresent();
        assertThat(world.queue.take()).isPresent();
        block(world, "a");
        world.finish();
        Exact.assertClosed(world, 3, 1);
        assertThat(world.job().skippedBy()).isEqualTo(Skipped.notFollowing(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void aHandlerThatDiesAnywhereCountsOnce(int sliceSize) {
        CrashPoint.each(point -> {
            World world = World.of(sliceSize, FOUR);
            world.permit(World.only("a", "b", "d"));
            world.steps.before("FeedStore.truth", 1, () -> block(world, "a"));
            Run run = world.next(point);
            world.finish();
            assertThat(world.job().counts().skipped())
                    .isEqualTo(world.job().skippedBy().total());
            assertThat(world.job().skippedBy().notPermitted()).isEqualTo(1);
            return run;
        });
    }

    /** The normal path reads no blocks. */
    @Test
    void blocksAreReadForLeaversOnly() {
        World world = World.of(5, FOUR);
        assertThat(world.next().steps()).noneMatch(step -> step.startsWith("ReaderStore"));
    }
}
