package io.feedmill.worker.relay;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.NoteStore.Claim;
import io.feedmill.common.outbox.NoteStore.Note;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.worker.work.WorkDeadlines.RunEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Until when a sweep says that all jobs of a shard are complete. */
class ShardNotesTest extends RelayFixture {
    private static final Duration LONG = Duration.ofMinutes(1);

    private boolean clockIsRight = true;
    private final ShardNotes notes = new ShardNotes(() -> clockIsRight, clock);
    private final int shard = job().outboxShard();

    private Sweep sweep(OutboxStore outbox, RunEnd end) {
        return sweep("worker", outbox, relay, notes, end);
    }

    private void sweep() {
        sweep(stores.outbox(), () -> false).run();
    }

    private void sweepAfter(Duration time) {
        clock.advance(time);
        sweep();
    }

    private void assertNoted(Instant until) {
        assertThat(notes.take()).containsEntry(shard, new Note(until));
    }

    /** Until when pages are complete for one who follows all authors, by this note alone; and for one who follows nobody. */
    private void assertClaims(Instant follower, Instant stranger) {
        Claim claim = Claim.of(Map.of(0, notes.take().get(shard)), 1).orElseThrow();
        assertThat(claim.ofAll()).isEqualTo(follower);
        assertThat(claim.of(Set.of(user("bob")))).isEqualTo(stranger);
    }

    /** Later jobs, and a job that cannot be relayed. */
    static Stream<Consumer<ShardNotesTest>> open() {
        return Stream.of(
                test -> {
                    test.clock.advance(Duration.ofSeconds(1));
                    IntStream.range(1, 300).forEach(test::publish);
                },
                test -> test.queue.failWith(new StorageException(Kind.PERMANENT, "no queue")));
    }

    @ParameterizedTest
    @MethodSource("open")
    void theOldestOpenJobHoldsFollowersOfItsAuthor(Consumer<ShardNotesTest> before) {
        before.accept(this);
        sweepAfter(LONG);
        assertClaims(job().acceptedAt(), beforeTheRead());
    }

    /** It is too young to be relayed. */
    @Test
    void anOpenJobHoldsOnceItIsAsOldAsTheMargin() {
        sweepAfter(ShardNotes.MARGIN);
        assertClaims(beforeTheRead(), beforeTheRead());
        sweepAfter(Duration.ofMillis(1));
        assertClaims(job().acceptedAt(), beforeTheRead());
        assertThat(queue.sent()).isEmpty();
    }

    /** The oldest job of another author in the same shard. */
    @Test
    void theJobsOfASecondAuthorHoldAll() {
        clock.advance(Duration.ofSeconds(1));
        PostId other = IntStream.range(0, 10_000)
                .mapToObj(n -> PostId.create(Ticks.ofInstant(clock.instant()) + n, new Random(n)))
                .filter(id -> ShardedKey.shardOf(id.value(), stores.outbox().shards()) == shard)
                .findFirst()
                .orElseThrow();
        stores.posts().publish(Posts.of(other, user("zoe"), "hello"), null);
        sweepAfter(LONG);
        Note note = Objects.requireNonNull(notes.take().get(shard));
        assertThat(note).isEqualTo(new Note(Ticks.toInstant(other.tick()), user("ann"), job().acceptedAt()));
    }

    /** A row that this version cannot read, and one of a newer version. */
    static Stream<Consumer<ShardNotesTest>> holding() {
        return Stream.of(
                test -> test.stores.makeOutboxRowMalformed(test.job().id()),
                test -> test.stores.makeOutboxRowNewer(test.job().id()));
    }

    @ParameterizedTest
    @MethodSource("holding")
    void whatMayBeAJobHoldsAll(Consumer<ShardNotesTest> before) {
        before.accept(this);
        sweepAfter(LONG);
        assertNoted(job().acceptedAt());
    }

    private void complete() {
        drain(job().id());
        stores.jobs().close(job());
    }

    /** A newer worker may know it. */
    @Test
    void workOfAnUnknownKindHolds() {
        Relay older = relay(stores.outbox(), List.of(types.get(1)));
        clock.advance(LONG);
        sweep("worker", stores.outbox(), older, notes, () -> false).run();
        assertNoted(job().acceptedAt());
    }

    @Test
    void aNoteEndsWhereTheReadDoes() {
        complete();
        waits.replaceAll((Queue any, Duration none) -> Duration.ofMinutes(3));
        sweepAfter(Duration.ofHours(1));
        assertNoted(clock.instant().minus(Duration.ofMinutes(6)));
    }

    /** It has more jobs than the one that is relayed before the end. */
    @Test
    void aShardThatIsNotReadToTheEndHasNoNote() {
        List<JobId> jobs =
                IntStream.range(1, 300).mapToObj(n -> JobId.of(publish(n))).toList();
        assertThat(jobs).anyMatch(job -> stores.jobs().find(job).orElseThrow().outboxShard() == shard);
        clock.advance(LONG);
        assertThat(sweep(stores.outbox(), () -> isResent(post)).run()).isFalse();
        assertThat(isResent(post)).isTrue();
        assertThat(notes.take()).doesNotContainKey(shard);
    }

    private boolean isResent(PostId id) {
        return queue.sent().stream()
                .anyMatch(sent -> ((Plan) sent.message()).job().equals(JobId.of(id)));
    }

    @Test
    void aShardThatCannotBeReadHasNoNote() {
        clock.advance(LONG);
        OutboxStore outbox = stores.stores(this::unanswered).outbox();
        assertThatThrownBy(sweep(outbox, () -> false)::run).isInstanceOf(StorageException.class);
        assertThat(notes.take()).doesNotContainKey(shard);
    }

    private Fault unanswered(Call call) {
        return call.names("outbox", Map.of("pk", AttributeValue.fromS(Integer.toString(shard))))
                ? new Fault.Refused(Errors.noAnswer())
                : new Fault.None();
    }

    private Instant beforeTheRead() {
        return clock.instant().minusSeconds(7);
    }

    @Test
    void followsDoNotHold() {
        complete();
        FollowResult result = stores.follows().follow(new Follow(user("bob"), user("ann")));
        sweepAfter(LONG);
        int shardOfFollow = ((FollowResult.Followed) result).change().work().shard();
        assertThat(notes.take()).containsEntry(shardOfFollow, new Note(beforeTheRead()));
    }

    @Test
    void anOrphanDoesNotHold() {
        Instant accepted = job().acceptedAt();
        stores.removeJob(JobId.of(post));
        sweepAfter(LONG);
        assertNoted(beforeTheRead());
        assertThat(beforeTheRead()).isAfter(accepted);
    }

    @Test
    void aNoteIsTakenOnce() {
        sweepAfter(LONG);
        assertThat(notes.take()).containsKey(shard);
        assertThat(notes.take()).isEmpty();
    }
}
