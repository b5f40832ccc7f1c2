package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.Race;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link CounterStore}. */
public abstract class CounterStoreContract extends Contract {
    private final CounterStore counters = stores.counters();

    private Job accepted() {
        return stores.jobs().find(JobId.of(publish("hello").id())).orElseThrow();
    }

    @Test
    void anAuthorWithoutCompletedJobsHasZeros() {
        publish("hello");
        assertThat(counters.author(author)).isEqualTo(new AuthorCounters(0, 0));
    }

    @Test
    void completedJobsAddUp() {
        stores.jobs().closeInlineDelivery(accepted(), 3, Skipped.notFollowing(1));
        stores.jobs().closeInlineDelivery(accepted(), 0, Skipped.notFollowing(2));
        assertThat(counters.author(author)).isEqualTo(new AuthorCounters(2, 3));
    }

    @Test
    void aPostHasTheDeliveriesOfItsJob() {
        Job job = accepted();
        assertThat(counters.post(job.post())).isEqualTo(PostCounters.ZERO);
        stores.jobs().closeInlineDelivery(job, 3, Skipped.notFollowing(1));
        stores.jobs().closeInlineDelivery(job, 3, Skipped.notFollowing(1));
        assertThat(counters.post(job.post())).isEqualTo(new PostCounters(0, 3, Collections.emptySortedMap()));
    }

    @Test
    void concurrentlyCompletedJobsAreAllCounted() {
        List<Job> jobs = IntStream.range(0, 24).mapToObj(i -> accepted()).toList();
        Race.of(jobs.stream()
                .<Callable<JobUpdate>>map(job -> () -> stores.jobs().closeInlineDelivery(job, 5, Skipped.NONE))
                .toList());
        assertThat(counters.author(author)).isEqualTo(new AuthorCounters(24, 120));
    }

    @Test
    void anAuthorWhoseIdIsAPrefixIsAnother() {
        stores.jobs().closeInlineDelivery(accepted(), 3, Skipped.notFollowing(1));
        assertThat(counters.author(user(author + "0"))).isEqualTo(new AuthorCounters(0, 0));
        assertThat(counters.author(
                        new UserId(author.value().substring(0, author.value().length() - 1))))
                .isEqualTo(new AuthorCounters(0, 0));
    }
}
