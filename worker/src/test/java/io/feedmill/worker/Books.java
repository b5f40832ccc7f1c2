package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;

/** Assertions on the stores after all work is done. */
final class Books {
    private Books() {}

    /** Waits until the job is complete. Asserts that each follower has the post, and no one else was expected. Returns the job. */
    static Job assertDelivered(Feedmill feedmill, String author, Collection<String> followers, PostId post) {
        Job job = feedmill.awaitComplete(post);
        assertThat(job.counts()).isEqualTo(new Job.Counts(followers.size(), followers.size(), 0));
        assertReached(feedmill, followers, List.of(post));
        assertAgree(feedmill, author, List.of(post));
        return job;
    }

    /** Asserts that the author's jobs, counters and ledger agree, and that nothing is open. */
    static void assertAgree(Feedmill feedmill, String author, Collection<PostId> posts) {
        List<Job> jobs = posts.stream().map(feedmill::job).toList();
        assertThat(jobs).allSatisfy(Books::assertClosed);
        long deliveries =
                jobs.stream().mapToLong(job -> job.counts().delivered()).sum();
        assertThat(feedmill.stores().counters().author(user(author)))
                .isEqualTo(new AuthorCounters(jobs.size(), deliveries));
        assertThat(ledger(feedmill, author, posts))
                .filteredOn(LedgerEntry.Posted.class::isInstance)
                .extracting("post", "delivered", "skipped")
                .containsExactlyInAnyOrderElementsOf(
                        jobs.stream().map(Books::deliveredAsTheJobHasIt).toList());
        assertThat(Stores.openRows(feedmill.stores(), work -> work.kind().equals(Job.KIND)))
                .isEmpty();
    }

    private static void assertClosed(Job job) {
        assertThat(job.state()).isEqualTo(JobState.COMPLETE);
        assertThat(job.pending()).isEmpty();
        assertThat(job.counts().delivered() + job.counts().skipped())
                .isEqualTo(job.counts().expected());
    }

    private static Tuple deliveredAsTheJobHasIt(Job job) {
        return Tuple.tuple(job.post(), job.counts().delivered(), job.counts().skipped());
    }

    private static List<LedgerEntry> ledger(Feedmill feedmill, String author, Collection<PostId> posts) {
        Instant first =
                posts.stream().map(PostId::createdAt).min(Instant::compareTo).orElseThrow();
        QuarterHour end = QuarterHour.of(Instant.now()).next();
        List<LedgerEntry> entries = new ArrayList<>();
        for (QuarterHour quarter = QuarterHour.of(first); !quarter.equals(end); quarter = quarter.next()) {
            entries.addAll(Ledgers.entries(feedmill.stores().ledger(), quarter));
        }
        return entries.stream()
                .filter(entry -> entry instanceof LedgerEntry.OfPost of
                        && of.author().value().equals(author))
                .toList();
    }

    /** Asserts that each user has each post in exactly one row. */
    static void assertReached(Feedmill feedmill, Collection<String> followers, Collection<PostId> posts) {
        Map<String, List<String>> homes = feedmill.homes();
        List<String> values = posts.stream().map(PostId::value).toList();
        assertThat(followers)
                .allSatisfy(follower -> assertThat(homes.getOrDefault(follower, List.of()))
                        .filteredOn(values::contains)
                        .containsExactlyInAnyOrderElementsOf(values));
    }
}
