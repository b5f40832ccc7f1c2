package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.fanout.FanoutSettings;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Work that cannot be done in one life of a handler comes to an end, whatever was stored meanwhile and however often its message comes. */
class WorkEndsTest {
    private static final int MAX_MESSAGES = 60;

    private static String[] followers(int count) {
        return IntStream.range(0, count).mapToObj("%064d"::formatted).toArray(String[]::new);
    }

    /** Handles messages until none waits, each of which may write this number of rows. Returns the number of messages. */
    private static int handleAll(World world, int rows) {
        int handled = 0;
        while (!world.queue.waiting().isEmpty()) {
            Optional<QueueMessage> next = world.queue.take();
            if (next.isEmpty()) {
                world.clock.advance(Duration.ofMinutes(1));
                continue;
            }
            world.fakes.throttleAfter(rows);
            world.handle(next.get());
            handled++;
            assertThat(handled).as("messages without an end").isLessThan(MAX_MESSAGES);
        }
        world.fakes.throttleAfter(Integer.MAX_VALUE);
        return handled;
    }

    /** P11: the ids of the range do not fit into a message, and writing them takes longer than a handler lives. */
    @Test
    void aSliceWhoseRangeHasGrownGoesOnWhereItStopped() {
        String[] all = followers(2_500);
        World world = World.of(2, all[0], all[2_498], all[2_499]);
        world.next();
        world.queue.lose();
        world.fakes
                .follows()
                .importAll(users(all).stream()
                        .map(u -> new Follow(u, World.AUTHOR))
                        .toList());
        world.sweep();
        handleAll(world, 300);
        Exact.assertClosed(world, 3, 0);
        assertThat(world.fakes.home(user(all[1_200]))).hasSize(1);
    }

    /** P17: what is settled keeps its reason when the rest is requeued. */
    @Test
    void theReasonsOfSettledRecipientsAreKept() {
        World world = World.of(5, "a", "b", "c", "d", "e", "f");
        world.next();
        Deliver slice = (Deliver) world.queue.take().orElseThrow();
        world.fakes.readers().block(user("b"), World.AUTHOR);
        world.fakes.throttleAfter(2);
        world.receive(slice, world.clock.instant().minusSeconds(300));
        world.fakes.throttleAfter(Integer.MAX_VALUE);
        world.finish();
        Exact.assertClosed(world, 5, 1);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(0, 0, 0, 1, 0));
    }

    /** P3: the change's plan is received again after a later change superseded it. */
    @Test
    void aRepeatedPlanOfASupersededJobWritesNoMoreThanASlice() {
        World world = World.of(10, followers(100));
        world.finish();
        JobId first = world.edit("second version");
        JobId second = world.edit("third version");
        world.handle(Plan.of(first, World.AUTHOR));
        world.handle(Plan.of(second, World.AUTHOR));
        world.finish();
        world.fakes.throttleAfter(20);
        world.redeliver(Plan.of(first, World.AUTHOR));
        assertThat(handleAll(world, 20)).isLessThan(10);
    }

    /** P3: the slices are sent again from where the plan before stopped. */
    @Test
    void aRepeatedPlanOfManySlicesGoesOnWhereItStopped() {
        World world = World.of(1, "a", "b", "c", "d", "e", "f", "g", "h");
        world.finish();
        world.edit("second version");
        for (int nth = 3; nth <= 40; nth += 3) {
            world.steps.before("JobStore.slice", nth, () -> world.clock.advance(Duration.ofSeconds(58)));
        }
        int sent = world.queue.sent().size();
        world.redeliver(world.plan());
        handleAll(world, 20);
        assertThat(world.queue.sent().stream()
                        .skip(sent)
                        .filter(message -> message.message() instanceof Deliver)
                        .count())
                .as("by the repeated plan and by its recheck")
                .isEqualTo(16);
        Exact.assertReached(world, "a", "b", "c", "d", "e", "f", "g", "h");
    }

    /** What was sent before the failure is not sent again. */
    @Test
    void aRepeatedPlanThatFailsInTheMidstOfItsSlicesGoesOnWhereItStopped() {
        World world = World.of(1, "a", "b", "c", "d", "e", "f", "g", "h");
        world.finish();
        world.edit("second version");
        world.steps.before("JobStore.slice", 7, () -> {
            throw new StorageException(Kind.THROTTLED, "for now");
        });
        world.redeliver(world.plan());
        assertThat(world.queue.sent().getLast().message())
                .isInstanceOfSatisfying(
                        Plan.class, plan -> assertThat(plan.after()).isEqualTo("6"));
        handleAll(world, 20);
        Exact.assertReached(world, "a", "b", "c", "d", "e", "f", "g", "h");
    }

    /** The requests for slices 2 to 11 and 12 to 21: the second one fails, and may have sent some of its messages. */
    @Test
    void onlyTheSlicesOfARequestThatFailedAreSentAgain() {
        World world = World.of(1, followers(25));
        world.finish();
        world.edit("second version");
        world.steps.before("QueueSender.sendAll", 3, () -> {
            throw new StorageException(Kind.TRANSIENT, "no queue");
        });
        world.clock.advance(Duration.ofHours(1));
        world.redeliver(world.plan());
        assertThat(world.queue.sent().getLast().message())
                .isInstanceOfSatisfying(
                        Plan.class, plan -> assertThat(plan.after()).isEqualTo("11"));
    }

    /** P14. */
    @Test
    void aRepeatedPlanOfAChangedPostContinuesAfterAPause() {
        World world = World.of(new FanoutSettings(1, 2, Duration.ofSeconds(7)), "a", "b", "c", "d", "e");
        world.next();
        world.edit("second version");
        world.queue.lose();
        world.redeliver(world.plan());
        assertThat(world.queue.sent().getLast().message()).isInstanceOfSatisfying(Plan.class, plan -> {
            assertThat(plan.isContinuation()).isTrue();
            assertThat(plan.attempt()).isPositive();
        });
        assertThat(world.queue.sent().getLast().delay()).isEqualTo(Duration.ofSeconds(7));
    }

    /** E6, R5: the message comes twice while the first handler lives, which writes late and dies before it reads again. */
    @Test
    void aHandlerThatWritesLateAndDiesLeavesNothingStaleThoughItsMessageIsGone() {
        for (int sliceSize : List.of(1, 5)) {
            World world = duplicated(sliceSize, w -> w.change(new Audience.Users(new TreeSet<>(users("b")))));
            assertThat(world.reached()).containsExactly("b");
            world = duplicated(sliceSize, w -> w.edit("second version"));
            assertThat(world.version("a")).isEqualTo(2);
        }
    }

    private interface Changes {
        JobId make(World world);
    }

    private static World duplicated(int sliceSize, Changes change) {
        World world = World.of(sliceSize, "a", "b");
        if (sliceSize == 1) {
            world.next();
        }
        QueueMessage twice = world.queue.take().orElseThrow();
        world.steps.before("FeedStore.putHome", 1, () -> {
            world.redeliver(twice);
            world.work();
            world.handle(Plan.of(change.make(world), World.AUTHOR));
            world.work();
            assertThat(world.openJobs()).isEmpty();
        });
        int put = World.step(dry(sliceSize), "FeedStore.putHome", 1);
        assertThat(world.steps
                        .run(CrashPoint.after(put), () -> world.receive(twice))
                        .crashed())
                .isTrue();
        handleAll(world, Integer.MAX_VALUE);
        assertThat(world.job().state()).isEqualTo(JobState.COMPLETE);
        return world;
    }

    private static Run dry(int sliceSize) {
        World world = World.of(sliceSize, "a", "b");
        if (sliceSize == 1) {
            world.next();
        }
        return world.next();
    }

    /** L10: likewise the message of a follow. */
    @Test
    void aFollowThatOneOfTwoHandlersWritesLateIsWrittenOnceMore() {
        World dry = World.of(5, "b");
        dry.finish();
        dry.beginFollow("a");
        int write = World.step(dry.next(), "FeedStore.writeHome", 1);
        World world = World.of(5, "b");
        world.finish();
        world.beginFollow("a");
        QueueMessage follow = world.queue.take().orElseThrow();
        world.steps.before("FeedStore.writeHome", 1, () -> {
            world.redeliver(follow);
            world.work();
            world.handle(Plan.of(world.edit("second version"), World.AUTHOR));
            world.work();
        });
        assertThat(world.steps
                        .run(CrashPoint.after(write), () -> world.receive(follow))
                        .crashed())
                .isTrue();
        assertThat(world.version("a")).isEqualTo(1);
        handleAll(world, Integer.MAX_VALUE);
        assertThat(world.version("a")).isEqualTo(2);
    }

    private static final Duration RECHECK = Duration.ofSeconds(65);

    @Test
    void aRecheckOfAnUnchangedPostWritesNothing() {
        World world = World.of(1, "a", "b");
        world.next();
        QueueMessage slice = world.queue.take().orElseThrow();
        world.redeliver(slice);
        world.work();
        assertThat(world.queue.waiting()).singleElement().satisfies(sent -> {
            assertThat(sent.delay()).isEqualTo(RECHECK);
            assertThat(sent.message())
                    .isInstanceOfSatisfying(
                            Deliver.class,
                            recheck -> assertThat(recheck.history().rechecks()).isEqualTo(1));
        });
        world.clock.advance(RECHECK);
        assertThat(world.next().steps()).noneMatch(step -> step.contains("Home"));
        assertThat(world.queue.waiting()).isEmpty();
        assertThat(world.parts.count("feedmill.queue.rechecked", "queue", "deliver"))
                .isEqualTo(1);
    }

    /** A change an hour before the message was sent may be one after it, by another clock. */
    @Test
    void aRecheckGoesByTheJobsOwnChangeAndByNoClock() {
        World world = World.of(5, "a", "b");
        world.finish();
        world.handle(Plan.of(world.edit("second version"), World.AUTHOR));
        world.clock.advance(Duration.ofHours(1));
        world.redeliver(world.plan());
        world.clock.advance(RECHECK);
        assertThat(world.next().steps()).anyMatch(step -> step.contains("Home"));
    }

    /** SQS dead-letters it after 20 receives; its rechecks fail, too. */
    @Test
    void aMessageThatAlwaysFailsIsRecheckedAFewTimes() {
        World world = World.of(1, "a", "b");
        world.next();
        QueueMessage slice = world.queue.take().orElseThrow();
        world.queue.lose();
        int sent = world.queue.sent().size();
        failAlways(world, slice);
        while (!world.queue.waiting().isEmpty()) {
            world.clock.advance(RECHECK);
            failAlways(world, world.queue.take().orElseThrow());
        }
        assertThat(world.queue.sent()).hasSize(sent + 12);
    }

    private static void failAlways(World world, QueueMessage message) {
        for (int count = 1; count <= 20; count++) {
            Receipt receipt = new Receipt(count, world.clock.instant(), world.clock.instant());
            world.steps.before("JobStore.find", 1, () -> {
                throw new StorageException(Kind.PERMANENT, "ValidationException");
            });
            assertThatThrownBy(() -> world.parts
                            .listener()
                            .receive(message.type().queue(), MessageCodec.encode(message), receipt))
                    .isInstanceOf(StorageException.class);
        }
    }

    /** P5: the others do not wait for a reader who gets more than one partition takes. */
    @Test
    void aReaderWhoseHomeFeedRefusesWritesIsPutOff() {
        World world = World.of(4, "a", "b", "c", "d", "e", "f", "g", "h");
        world.next();
        world.fakes.refuse(user("b"));
        world.next();
        assertThat(world.reached()).containsExactly("a", "c", "d");
        Deliver rest = (Deliver) world.queue.sent().getLast().message();
        assertThat(rest.rest()).isEqualTo(new Remaining(users("b"), null, 3, Skipped.NONE));
        assertThat(world.parts.count("feedmill.deliveries.put.off")).isEqualTo(1);
        world.work();
        assertThat(world.reached()).containsExactly("a", "c", "d", "e", "f", "g", "h");
        world.fakes.refuse();
        handleAll(world, 10);
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

    /** The author narrows the post, and its job is done, between the write and its late answer. */
    @Test
    void aHandlerThatIsLateWritesWhatIsTrueNowBeforeItStops() {
        for (int sliceSize : List.of(1, 5)) {
            World world = World.of(sliceSize, "a", "b");
            if (sliceSize == 1) {
                world.next();
            }
            QueueMessage message = world.queue.take().orElseThrow();
            world.queue.lose();
            world.fakes.afterWrite(() -> {
                world.fakes.afterWrite(() -> {});
                world.clock.advance(Duration.ofSeconds(61));
                world.fakes.retract(World.AUTHOR, world.post);
            });
            world.handle(message);
            assertThat(world.reached()).isEmpty();
        }
    }

    @Test
    void aLateHandlerDeletesTheRowOfWhoLeftMeanwhile() {
        World world = World.of(5, "a", "b");
        world.fakes.afterWrite(() -> {
            world.fakes.afterWrite(() -> {});
            world.clock.advance(Duration.ofSeconds(61));
            world.unfollow("a");
        });
        world.next();
        assertThat(world.reached()).containsExactly("b");
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

    @Test
    void aJobIsNotClosedBeforeAllTextsAreErased() {
        World world = World.of(5, "a");
        world.finish();
        JobId retraction = world.change(new Change.Retract(false));
        world.steps.before("PostStore.erase", 1, () -> world.clock.advance(Duration.ofSeconds(56)));
        world.handle(Plan.of(retraction, World.AUTHOR));
        assertThat(world.job(retraction).state()).isNotEqualTo(JobState.COMPLETE);
        handleAll(world, 10);
        assertThat(world.job(retraction).state()).isEqualTo(JobState.COMPLETE);
        assertThat(world.fakes.posts().version(world.post, 1)).isEmpty();
    }
}
