package io.feedmill.api.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.recall.RecallCopy.ReadsWithoutRecalls;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.Recall.RecallEnd;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.time.Schedule;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Call;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RecallsTest {
    private static final Recall ONE = new Recall(id(1), Kind.RETRACTED);
    private static final Recall TWO = new Recall(id(2), Kind.NARROWED);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration SURPLUS = Duration.ofSeconds(100);

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final Table table = new Table();
    private final UserRights rights = new UserRights(stores.rights(), new SuspendSafeClock(clock::nanoTime, clock));
    /** How much longer it was by the wall clock: a virtual machine that is suspended has no monotonic time. */
    private Duration suspended = Duration.ZERO;

    private final Recalls recalls = instance(1);

    /** The rows, as any number of instances see them. A read of all, or of the notices, is a call of each shard. */
    private final class Table {
        private static final RecallRows ROWS = new RecallRows(RecallRows.SHARDS, () -> SURPLUS);

        private final List<String> calls = new ArrayList<>();
        private Runnable beforeRead = () -> {};
        private Runnable afterRead = () -> {};
        private Runnable beforeDelete = () -> {};
        private int jobs;

        /** The last of each post. */
        private final Map<PostId, JobId> changes = new HashMap<>();

        RecallStore watched() {
            return stores.stores(new FaultRules().before(this::before).after(this::after))
                    .recalls();
        }

        private void before(Call call) {
            if (call.isOneOf(Operation.DELETE_ITEM)) {
                beforeDelete.run();
            } else if (isOf(call, 0)) {
                beforeRead.run();
                calls.add(call.names("recalls", "0") ? "all" : "notices");
            }
        }

        private void after(Call call) {
            if (isOf(call, RecallRows.SHARDS - 1)) {
                afterRead.run();
            }
        }

        private static boolean isOf(Call call, int shard) {
            return call.isOneOf(Operation.QUERY)
                    && (call.names("recalls", "" + shard) || call.names("recalls", "notices#" + shard));
        }

        void put(Recall recall) {
            ChangeNotice.OfPost notice = new ChangeNotice.OfPost(recall, new JobId(1_000 + ++jobs, "11111111111"));
            changes.put(recall.post(), notice.change());
            ROWS.rows(notice).forEach(row -> stores.put(RecallRows.TABLE, row));
        }

        void end(Recall recall, RecallEnd end) {
            JobId change = changes.getOrDefault(recall.post(), JobId.of(recall.post()));
            stores.put(
                    RecallRows.TABLE,
                    ROWS.row(new ChangeNotice.OfPost(new Recall(recall.post(), recall.kind(), end), change)));
            stores.put(
                    RecallRows.TABLE,
                    ROWS.key(recall.post())
                            .string("kind", recall.kind().name().toLowerCase(Locale.ROOT))
                            .number("ended", end.at().getEpochSecond())
                            .number("surplus", end.keepAfterEnd().toSeconds()));
        }

        void remove(PostId post) {
            Recall ended = new Recall(post, Kind.RETRACTED, new RecallEnd(clock.instant(), SURPLUS));
            end(ended, Objects.requireNonNull(ended.end()));
            stores.recalls().delete(ended);
        }

        List<Recall> rows() {
            return stores.recalls().all(Integer.MAX_VALUE).rows();
        }

        List<ChangeNotice> notices() {
            return stores.recalls().notices().rows();
        }

        void clearNotices() {
            stores.recalls().delete(notices());
        }
    }

    private Recalls instance(long seed) {
        return instance(seed, 100_000);
    }

    private Recalls instance(long seed, int max) {
        InstantSource wall = () -> clock.instant().plus(suspended);
        return new Recalls(
                table.watched(),
                new Recalls.Bounds(100, max),
                new SuspendSafeClock(clock::nanoTime, wall),
                new Random(seed),
                () -> {},
                List.of(rights));
    }

    @BeforeEach
    void start() {
        round();
        table.calls.clear();
    }

    /** What happens once a second. */
    private void round() {
        round(recalls);
    }

    private void round(Recalls instance) {
        instance.poll();
        instance.upkeep(clock.instant());
    }

    private void rounds(Duration time) {
        rounds(recalls, time);
    }

    private void rounds(Recalls instance, Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            clock.advance(SECOND);
            round(instance);
        }
    }

    private void untilAllAreRead() {
        table.calls.clear();
        while (!table.calls.contains("all")) {
            rounds(SECOND);
        }
    }

    private void end(Recall recall) {
        table.end(recall, new RecallEnd(clock.instant(), SURPLUS));
    }

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    /** What pages show without asking, and after a question mark what they ask about. */
    private List<String> standing() {
        return standing(recalls);
    }

    private static List<String> standing(Recalls known) {
        return standing(known.copy());
    }

    private static List<String> standing(RecallCopy copy) {
        return Stream.of(1L, 2L, 3L)
                .filter(tick -> !copy.isRetracted(id(tick)))
                .map(tick -> (copy.asksAbout(id(tick)) ? "?" : "") + tick)
                .toList();
    }

    private void assertHidden() {
        assertThat(standing()).containsExactly("2", "3");
    }

    private void assertShown() {
        assertThat(standing()).containsExactly("1", "2", "3");
    }

    @Test
    void aPollShowsWhatOthersHaveRecalled() {
        table.put(ONE);
        table.put(TWO);
        assertShown();
        recalls.poll();
        assertThat(standing()).containsExactly("?2", "3");
        assertThat(recalls.size()).isEqualTo(2);
    }

    @Test
    void whilePollsSeeAllOnlyNoticesAreRead() {
        table.put(ONE);
        rounds(Duration.ofMinutes(5));
        end(ONE);
        rounds(Duration.ofMinutes(55));
        assertThat(table.calls).hasSize(3_600).containsOnly("notices");
        assertThat(table.rows()).isEmpty();
    }

    /** Its monotonic clock stood still, and others have deleted notices meanwhile. */
    @Test
    void afterASuspensionTheCopyIsStaleUntilAllAreRead() {
        table.put(ONE);
        table.clearNotices();
        suspended = Duration.ofMinutes(10);
        clock.advance(SECOND);
        assertThat(standing()).containsExactly("?1", "?2", "?3");
        recalls.poll();
        assertThat(recalls.age()).isEqualTo(Duration.ofMinutes(10).plus(SECOND));
        recalls.upkeep(clock.instant());
        assertHidden();
        assertThat(recalls.age()).isZero();
    }

    /** The wall clock was set back by an hour: the monotonic one counts. */
    @Test
    void aClockThatIsSetBackMakesNoCopyFresh() {
        suspended = Duration.ofHours(-1);
        clock.advance(Duration.ofSeconds(2).plusNanos(1));
        assertThat(recalls.age()).isEqualTo(Duration.ofSeconds(2).plusNanos(1));
        clock.advance(Duration.ofSeconds(3));
        round();
        assertThat(table.calls).endsWith("all");
    }

    /** Nobody deletes a recall that has just ended because this clock is ahead. */
    @Test
    void aSuspensionDoesNotShortenTheSurplus() {
        table.put(ONE);
        round();
        end(ONE);
        rounds(SECOND);
        suspended = Duration.ofDays(1);
        round();
        assertThat(recalls.copy().isRetracted(id(1))).isTrue();
    }

    /** A worker's clock may be wrong by any time, in both directions. */
    @ParameterizedTest
    @ValueSource(longs = {0, 100})
    void anEndedRecallIsInForceForItsSurplusAfterItWasSeen(long secondsAgo) {
        table.put(ONE);
        round();
        table.end(ONE, new RecallEnd(clock.instant().minusSeconds(secondsAgo), SURPLUS));
        rounds(SECOND);
        rounds(SURPLUS.minusSeconds(1));
        assertHidden();
        rounds(SECOND);
        assertShown();
    }

    @Test
    void aRecallWhoseRowIsMissingIsInForceForTheDefaultSurplus() {
        recalls.add(ONE, null);
        untilAllAreRead();
        rounds(HandlerLife.LAST_WRITE.minusSeconds(1));
        assertHidden();
        rounds(SECOND);
        assertShown();
        rounds(Duration.ofMinutes(2));
        assertThat(recalls.size()).isZero();
    }

    @Test
    void aNoticeIsDeletedTenToTwentySecondsAfterItWasSeen() {
        for (long seed = 2; seed < 12; seed++) {
            Recalls instance = instance(seed);
            round(instance);
            table.put(ONE);
            table.afterRead = () -> clock.advance(SECOND);
            instance.poll();
            table.afterRead = () -> {};
            clock.advance(Duration.ofSeconds(10).minusNanos(1));
            instance.upkeep(clock.instant());
            assertThat(table.notices()).hasSize(1);
            clock.advance(Duration.ofSeconds(10));
            instance.upkeep(clock.instant());
            assertThat(table.notices()).isEmpty();
        }
    }

    @Test
    void whatIsOverByEveryClockIsDeleted() {
        table.put(ONE);
        end(ONE);
        Duration over = SURPLUS.plus(Duration.ofMinutes(15));
        Recalls second = instance(2);
        clock.advance(over.minusNanos(1));
        round(second);
        assertThat(table.rows()).hasSize(1);
        clock.advance(Duration.ofSeconds(30));
        round(second);
        assertThat(table.rows()).isEmpty();
    }

    /** Each deletion may wait for a permit, and this thread alone reads all recalls. */
    @Test
    void deletionsStopAtAGap() {
        putEnded(1_000);
        clock.advance(HandlerLife.LAST_WRITE.plus(Duration.ofMinutes(15)));
        table.beforeDelete = () -> {
            clock.advance(Duration.ofSeconds(2));
            int left = table.rows().size();
            if (left > 998 || left == 996) {
                recalls.poll();
            }
        };
        recalls.poll();
        recalls.upkeep(clock.instant());
        assertThat(table.rows()).hasSize(995);
        table.beforeDelete = () -> {};
        table.calls.clear();
        recalls.poll();
        recalls.upkeep(clock.instant());
        assertThat(table.calls).containsExactly("notices", "all");
        assertThat(recalls.age()).isZero();
    }

    @Test
    void aHundredRowsAreDeletedAtOnce() {
        putEnded(250);
        clock.advance(HandlerLife.LAST_WRITE.plus(Duration.ofMinutes(15)));
        round();
        assertThat(table.rows()).hasSize(150);
    }

    /** One of the two changes may be the later one: the row tells. */
    @Test
    void anEndOfOneOfTwoChangesIsLookedUp() {
        table.put(ONE);
        table.put(ONE);
        round();
        end(ONE);
        untilAllAreRead();
        rounds(SURPLUS.minusSeconds(1));
        assertHidden();
        rounds(SECOND);
        assertShown();
    }

    /** Its notice may come after that of a later change. */
    @Test
    void theEndOfAnEarlierChangeEndsNothing() {
        table.put(ONE);
        end(ONE);
        table.put(ONE);
        rounds(Duration.ofHours(1));
        assertHidden();
    }

    /** The read of all has begun before the end, and its notice is seen before the read is over. */
    @Test
    void aReadThatBeganBeforeTheEndUndoesNothing() {
        table.put(ONE);
        round();
        recalls.add(TWO, null);
        rounds(Duration.ofSeconds(28));
        clock.advance(SECOND);
        recalls.poll();
        clock.advance(SECOND);
        table.afterRead = () -> {
            table.afterRead = () -> {};
            end(ONE);
            recalls.poll();
        };
        table.calls.clear();
        recalls.upkeep(clock.instant());
        assertThat(table.calls).containsExactly("all", "notices");
        rounds(SURPLUS.minusSeconds(1));
        assertThat(recalls.copy().isRetracted(id(1))).isTrue();
        rounds(SECOND);
        assertThat(recalls.copy().isRetracted(id(1))).isFalse();
    }

    @Tag("full")
    @Test
    void tenThousandEndedRecallsAreGone33MinutesLater() {
        putEnded(10_000);
        rounds(Duration.ofSeconds(22));
        assertThat(table.notices()).isEmpty();
        rounds(Duration.ofMinutes(33).minusSeconds(22));
        assertThat(table.rows()).isEmpty();
        assertThat(recalls.rows()).isZero();
        assertThat(recalls.size()).isZero();
    }

    private void putEnded(int count) {
        for (int n = 10; n < count + 10; n++) {
            Recall recall = new Recall(id(n), Kind.RETRACTED);
            table.put(recall);
            table.end(recall, new RecallEnd(clock.instant(), HandlerLife.LAST_WRITE));
        }
    }

    @Test
    void beyondItsRoomTheCopyIsStaleUntilAllRecallsFitAgain() {
        int max = 50;
        Recalls small = instance(2, max);
        round(small);
        List<Recall> many = IntStream.rangeClosed(0, max)
                .mapToObj(n -> new Recall(new PostId(10 + n, "11111111111"), Kind.RETRACTED))
                .toList();
        many.subList(0, max).forEach(recall -> small.add(recall, null));
        assertThat(small.copy().asksAbout(many.getLast().post())).isFalse();
        many.forEach(table::put);
        small.add(many.getLast(), null);
        assertThat(small.size()).isEqualTo(max);
        assertThat(small.copy().asksAbout(many.getLast().post())).as("left out").isTrue();
        rounds(small, Duration.ofMinutes(2));
        assertThat(small.copy().asksAbout(many.getLast().post()))
                .as("all do not fit")
                .isTrue();
        many.subList(0, 2).forEach(recall -> table.remove(recall.post()));
        rounds(small, Duration.ofHours(1));
        assertThat(small.copy().isRetracted(many.getLast().post())).isTrue();
        assertThat(small.copy().asksAbout(new PostId(5, "11111111111")))
                .as("as before")
                .isFalse();
    }

    @Test
    void theRowsOfNoticesCountToo() {
        table.put(ONE);
        table.put(TWO);
        round();
        assertThat(recalls.rows()).isEqualTo(2 + 2);
    }

    @Test
    void staleReadsAreLimitedASecond() {
        List<Duration> refused = new ArrayList<>();
        ReadsWithoutRecalls reads =
                new ReadsWithoutRecalls(100, clock::nanoTime, () -> refused.add(Duration.ofNanos(clock.nanoTime())));
        Duration start = Duration.ofNanos(clock.nanoTime());
        reads.take(60);
        assertThatThrownBy(() -> reads.take(41)).isInstanceOf(ProblemException.class);
        reads.take(40);
        clock.advance(SECOND.minusNanos(1));
        assertThatThrownBy(() -> reads.take(1)).isInstanceOf(ProblemException.class);
        reads.take(0);
        clock.advance(Duration.ofNanos(1));
        reads.take(100);
        assertThat(refused).containsExactly(start, start.plus(SECOND).minusNanos(1));
    }

    @Test
    void malformedRowsAreCountedAndLoggedOnce(CapturedOutput output) {
        stores.put(RecallRows.TABLE, Attributes.key("3", "post#x"));
        stores.put(RecallRows.TABLE, Attributes.key("notices#3", "post#x"));
        clock.advance(Duration.ofSeconds(6));
        rounds(Duration.ofMinutes(2));
        assertThat(recalls.malformed()).isEqualTo(2); // in both listings
        assertThat(output.getOut().lines().filter(line -> line.contains("Malformed recalls")))
                .hasSize(2)
                .allMatch(line -> line.contains("3 post#x"));
        assertThat(recalls.age()).isZero();
    }

    @Test
    void theyAreReadAgainAndAgainAlsoAfterAFailure() {
        table.put(ONE);
        table.beforeRead = () -> {
            table.beforeRead = () -> {};
            throw new StorageException(StorageException.Kind.REJECTED, "BreakerOpen");
        };
        Schedule.Task both = RecallPoller.task(
                "both",
                () -> {
                    recalls.poll();
                    recalls.upkeep(clock.instant());
                },
                Duration.ofMillis(100));
        try (Schedule schedule = Schedule.start(both, ProcessTime.system())) {
            await().atMost(Duration.ofSeconds(10)).until(() -> table.calls.size() > 2);
            schedule.stop();
            assertHidden();
        }
    }

    /** Another instance suspends the user, who has called here. */
    private void suspend(String user) {
        assertThat(rights.isSuspended(user)).isFalse();
        stores.rights().change(user, null, true);
        assertThat(rights.isSuspended(user)).isFalse();
    }

    @Test
    void aNoticeOfACallerIsDeletedOnceAllInstancesHaveSeenIt() {
        suspend("ann");
        rounds(Duration.ofSeconds(9));
        assertThat(table.notices()).hasSize(1);
        rounds(Duration.ofSeconds(12));
        assertThat(table.notices()).isEmpty();
    }

    @Test
    void aRetractionHidesBeforeAndAfterANarrowing() {
        recalls.add(ONE, null);
        recalls.add(new Recall(id(1), Kind.NARROWED), null);
        assertHidden();
        table.put(new Recall(id(1), Kind.NARROWED));
        rounds(Duration.ofMinutes(1));
        assertHidden();
    }
}
