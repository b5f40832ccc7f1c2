package io.feedmill.worker.onread;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.worker.fanout.FanoutMetrics;
import io.feedmill.worker.fanout.JobCloser;
import io.feedmill.worker.onread.OnReadLister.OnReadSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnReadListerTest {
    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private long tick;

    private Job closed(OnReadStore list, long from, int delivered, int skipped) {
        PostId id = new PostId(++tick, "11111111111");
        Post post = Posts.of(id, user("ann"), "hello");
        stores.posts().publish(post, null);
        JobCloser closer = new JobCloser(
                stores.jobs(),
                stores.posts(),
                new FanoutMetrics(meters),
                new OnReadLister(list, new OnReadSettings(from), clock, meters),
                clock);
        Job job = stores.jobs().find(JobId.of(id)).orElseThrow();
        return closer.closeInlineDelivery(
                        job,
                        delivered,
                        Skipped.by(Reason.NOT_FOLLOWING, skipped),
                        Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system()))
                .job();
    }

    private double count(String meter) {
        return meters.get(meter).counter().count();
    }

    @Test
    void anAuthorIsListedFromTheSettingOn() {
        closed(stores.onRead(), 10, 9, 0);
        assertThat(stores.onRead().all()).isEmpty();
        closed(stores.onRead(), 10, 8, 2);
        assertThat(stores.onRead().all()).extracting(OnReadAuthor::author).containsExactly(user("ann"));
        closed(stores.onRead(), 10, 10, 0);
        assertThat(count("feedmill.on.read.listed")).isEqualTo(1);
    }

    @Test
    void zeroListsNobody() {
        closed(stores.onRead(), 0, 1_000_000, 0);
        assertThat(stores.onRead().all()).isEmpty();
    }

    @Test
    void aFullListIsCountedAndLeavesTheAuthorPushed() {
        stores.fillOnRead();
        closed(stores.onRead(), 1, 5, 0);
        assertThat(stores.onRead().all()).hasSize(OnReadStore.MAX);
        assertThat(count("feedmill.on.read.refused")).isEqualTo(1);
    }

    /** To know it costs a read of all its keys. */
    @Test
    void aFullListIsAskedOnceAMinute() {
        stores.fillOnRead();
        AtomicInteger calls = new AtomicInteger();
        OnReadStore counted = stores.stores(new FaultRules().before(call -> calls.incrementAndGet()))
                .onRead();
        OnReadLister lister = new OnReadLister(counted, new OnReadSettings(1), clock, meters);
        Job job = closed(stores.onRead(), 0, 5, 0);
        lister.completed(job);
        int once = calls.get();
        lister.completed(job);
        assertThat(calls).hasValue(once);
        clock.advance(Duration.ofMinutes(1));
        lister.completed(job);
        assertThat(calls).hasValueGreaterThan(once);
        assertThat(count("feedmill.on.read.refused")).isEqualTo(3);
    }

    @Test
    void aFailureDoesNotKeepTheJobOpen() {
        Stores down = stores.stores(call -> new Fault.Refused(Errors.noAnswer()));
        assertThat(closed(down.onRead(), 1, 5, 0).state()).isEqualTo(Job.JobState.COMPLETE);
    }
}
