package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.Race;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link CounterStore}. */
public abstract class CounterStoreContract extends Contract {
    private final CounterStore counters = stores.counters();
    private final PostId post = idAt(clock.instant());

    private Job accepted() {
        return job(JobId.of(publish("hello").id()));
    }

    @Test
    void completedJobsAddUp() {
        close(accepted(), 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        close(accepted(), 0, Skipped.by(Reason.NOT_FOLLOWING, 2));
        assertThat(counters.author(author)).isEqualTo(new AuthorCounters(2, 3));
    }

    @Test
    void aPostHasTheDeliveriesOfItsJob() {
        Job job = accepted();
        assertThat(counters.post(job.post())).isEqualTo(PostCounters.ZERO);
        close(job, 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        close(job, 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        assertThat(counters.post(job.post())).isEqualTo(new PostCounters(0, 3, Collections.emptySortedMap()));
    }

    @Test
    void anAuthorWhoseIdIsAPrefixIsAnother() {
        close(accepted(), 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        assertThat(counters.author(user(author + "0"))).isEqualTo(new AuthorCounters(0, 0));
        assertThat(counters.author(
                        new UserId(author.value().substring(0, author.value().length() - 1))))
                .isEqualTo(new AuthorCounters(0, 0));
    }

    private ReactionKey reaction(String kind, String user) {
        return new ReactionKey(post, kind, user(user));
    }

    private Map<String, Long> counts() {
        return counters.post(post).reactions();
    }

    @Test
    void aReactionCountsOnceIsRemovedOnceAndMayBeAddedAgain() {
        assertThat(counters.remove(reaction("like", "bob"))).isFalse();
        assertThat(counters.post(post)).isEqualTo(PostCounters.ZERO);
        for (int times = 0; times < 2; times++) {
            assertThat(counters.add(reaction("like", "bob"))).isTrue();
            assertThat(counters.add(reaction("like", "bob"))).isFalse();
            assertThat(counts()).containsExactly(Map.entry("like", 1L));
            assertThat(counters.remove(reaction("like", "bob"))).isTrue();
            assertThat(counters.remove(reaction("like", "bob"))).isFalse();
            assertThat(counts()).isEmpty();
        }
    }

    @Test
    void aUserHasOneReactionOfEachKind() {
        counters.add(reaction("like", "bob"));
        counters.add(reaction("thumbs-up", "bob"));
        counters.add(reaction("like", "cid"));
        assertThat(counts()).containsExactly(Map.entry("like", 2L), Map.entry("thumbs-up", 1L));
        assertThat(counters.post(newId())).isEqualTo(PostCounters.ZERO);
        counters.remove(reaction("like", "bob"));
        assertThat(counts()).containsExactly(Map.entry("like", 1L), Map.entry("thumbs-up", 1L));
    }

    @Test
    void reactionsOfManyUsersAddUp() {
        Race.of(IntStream.range(0, 24)
                .<Callable<Boolean>>mapToObj(i -> () -> counters.add(reaction("like", "user" + i)))
                .toList());
        assertThat(counts()).containsExactly(Map.entry("like", 24L));
    }
}
