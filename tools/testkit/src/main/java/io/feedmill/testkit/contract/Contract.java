package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult.Accepted;
import io.feedmill.common.publish.PostStore.PublishResult.Published;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/** The base class of the contracts: names and posts that no other test uses, at the backend's time. */
@ExtendWith(Contract.Nesting.class)
public abstract class Contract {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Random RANDOM = new Random();

    protected final Backend backend;
    protected final Stores stores;
    protected final SettableClock clock;
    protected final UserId author = freshUser("ann");
    private final MonotonicTicks ticks;

    /** Takes the backend of the test that the contract is nested in. */
    protected Contract() {
        this(Objects.requireNonNull(Nesting.BACKEND.get()));
    }

    protected Contract(Backend backend) {
        this.backend = backend;
        this.stores = backend.stores();
        this.clock = backend.clock();
        this.ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
    }

    /** Returns a new name. No name is a prefix of another. */
    protected static String fresh(String name) {
        return name + "-" + NAMES.incrementAndGet() + "x";
    }

    protected static UserId freshUser(String name) {
        return new UserId(fresh(name));
    }

    protected static List<UserId> users(String... ids) {
        return Users.users(ids);
    }

    /** Returns ids in ascending order. */
    protected static List<UserId> users(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new UserId("%s-%05d".formatted(name, i)))
                .toList();
    }

    protected final PostId newId() {
        return PostId.create(ticks.next(), RANDOM);
    }

    protected final JobId newJobId() {
        return JobId.create(ticks.next(), RANDOM);
    }

    /** Returns an id of exactly this instant, independent of earlier ids. */
    protected static PostId idAt(Instant instant) {
        return PostId.create(Ticks.ofInstant(instant), RANDOM);
    }

    protected final Post post(String text) {
        return new Post(newId(), author, Content.of(text), 1, null, Audience.everyone(), Mode.PUSH);
    }

    protected final Post publish(String text) {
        return publish(post(text), null);
    }

    protected final Post publish(Post post, @Nullable String key) {
        assertThat(stores.posts().publish(post, key)).isEqualTo(published(post));
        return post;
    }

    /** The result of publishing the post: its plan is to be sent. */
    protected static Published published(Post post) {
        return new Published(post, List.of(Plan.of(JobId.of(post.id()), post.author())));
    }

    /** Retracts the post. Returns the job's id. */
    protected final JobId retract(Post post) {
        JobId job = newJobId();
        assertThat(stores.posts().change(post, new Change.Retract(false), job)).isEqualTo(accepted(job, post));
        return job;
    }

    /** The result of a change of the post that has this job: its plan is to be sent. */
    protected static Accepted accepted(JobId job, Post post) {
        return new Accepted(List.of(Plan.of(job, post.author())));
    }

    /** Returns the job's outbox row from the shard that the job names. */
    protected final List<OutboxRow> outboxOf(JobId job) {
        int shard = stores.jobs().find(job).orElseThrow().outboxShard();
        return stores.outbox().rows(shard, future(), null, 1_000).rows().stream()
                .filter(row -> row.work().id().equals(job.value()))
                .toList();
    }

    /** Returns the outbox rows of this work, oldest first. Ticks never go back, but the clock does when another test sets it. */
    protected final List<OutboxRow> outboxRows(Predicate<OpenWork> filter) {
        Instant after = clock.instant().plus(Duration.ofDays(36_500));
        return IntStream.range(0, stores.outbox().shards())
                .mapToObj(shard -> stores.outbox().rows(shard, after, null, 1_000))
                .flatMap(page -> page.rows().stream())
                .filter(row -> filter.test(row.work()))
                .sorted(Comparator.comparingLong(row -> row.work().tick()))
                .toList();
    }

    /** A time after that of every job. */
    protected final Instant future() {
        return clock.instant().plusSeconds(60);
    }

    protected final List<LedgerEntry> ledgerOf(PostId post, Instant at) {
        return Ledgers.entries(stores.ledger(), QuarterHour.of(at)).stream()
                .filter(entry ->
                        entry instanceof LedgerEntry.OfPost of && of.post().equals(post))
                .toList();
    }

    /** A test whose nested classes are contracts. */
    public interface Nest {
        Backend backend();
    }

    static final class Nesting implements TestInstancePreConstructCallback {
        private static final ThreadLocal<@Nullable Backend> BACKEND = new ThreadLocal<>();

        @Override
        public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext context) {
            instance.getOuterInstance()
                    .filter(Nest.class::isInstance)
                    .ifPresent(nest -> BACKEND.set(((Nest) nest).backend()));
        }
    }
}
