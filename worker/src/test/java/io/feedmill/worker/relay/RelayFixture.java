package io.feedmill.worker.relay;

import static io.feedmill.common.queue.Queue.DELIVER;
import static io.feedmill.common.queue.Queue.PUBLISH;
import static io.feedmill.common.queue.Queue.UPKEEP;
import static io.feedmill.testkit.Users.user;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.worker.fanout.FanoutMetrics;
import io.feedmill.worker.fanout.JobCloser;
import io.feedmill.worker.fanout.JobWork;
import io.feedmill.worker.follow.HomeFeedWork;
import io.feedmill.worker.onread.OnReadLister;
import io.feedmill.worker.onread.OnReadLister.OnReadSettings;
import io.feedmill.worker.work.WorkDeadlines.RunEnd;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A relay over fake stores that have one post. Messages wait no time in their queues. */
abstract class RelayFixture {
    static final Duration PATIENCE = Duration.ofSeconds(10);
    static final Duration STALLED = Duration.ofSeconds(60);
    static final Duration MAX = Duration.ofMinutes(10);
    static final Duration UNFOLLOW = Duration.ofMinutes(4);
    static final Duration INSTANT = Duration.ofMillis(1);
    static final RelaySettings SETTINGS = new RelaySettings(Duration.ofSeconds(5), PATIENCE, STALLED, MAX);

    final SettableClock clock = new SettableClock();
    final MemoryStores stores = new MemoryStores(clock);
    final MemoryQueue queue = new MemoryQueue(clock);
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Map<Queue, Duration> waits =
            new EnumMap<>(Map.of(PUBLISH, Duration.ZERO, DELIVER, Duration.ZERO, UPKEEP, Duration.ZERO));
    final Patience patience = new Patience(MAX, any -> Optional.ofNullable(waits.get(any)));
    final JobWork jobWork = jobWork(stores);
    final List<WorkType> types =
            List.of(jobWork, HomeFeedWork.followWork(SETTINGS), HomeFeedWork.unfollows(SETTINGS, UNFOLLOW));
    final Relay relay = relay(stores.outbox(), types);
    final PostId post = publish(0);

    final JobWork jobWork(Stores stores) {
        FanoutMetrics metrics = new FanoutMetrics(meters);
        JobCloser closer = new JobCloser(
                stores.jobs(),
                stores.posts(),
                metrics,
                new OnReadLister(stores.onRead(), new OnReadSettings(0), clock, new SimpleMeterRegistry()),
                clock);
        return new JobWork(
                stores.jobs(),
                stores.outbox(),
                closer,
                metrics,
                SETTINGS,
                new SuspendSafeClock(clock::nanoTime, clock));
    }

    final Relay relay(OutboxStore outbox, List<WorkType> types) {
        return new Relay(types, outbox, queue, patience, clock);
    }

    final Sweep sweep(String worker, OutboxStore outbox, Relay relay, ShardNotes notes, RunEnd end) {
        ShardShare share = new ShardShare(worker, outbox, SETTINGS.every(), clock);
        return new Sweep(outbox, share, relay, notes, new RelayMetrics(meters, types), end, new Random(1));
    }

    final PostId publish(int n) {
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()) + n, new Random(n));
        stores.posts().publish(Posts.of(id, user("ann"), "hello"), null);
        return id;
    }

    final Job job() {
        return stores.jobs().find(JobId.of(post)).orElseThrow();
    }

    /** Plans the first slice. */
    final void plan(JobId job) {
        Slice slice = new Slice(1, user("a"), user("a"), 1);
        stores.jobs().putSlice(job, slice);
        stores.jobs().advance(job, slice);
    }

    /** Plans and delivers the only slice, and does not close the job. */
    final void drain(JobId job) {
        plan(job);
        stores.jobs().endPlanning(job, 1);
        stores.jobs().finish(job, 1, 1, Skipped.NONE);
    }
}
