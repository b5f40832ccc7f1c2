package io.feedmill.chaos.restore;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerEntry.Posted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How far numbers are off after a restore: nothing mends them.
 *
 * @param posts sum of the differences between authors' counters and the completed jobs of their posts
 * @param deliveries the same of deliveries
 * @param missing posts with a completed job and without an entry in the ledger
 * @param repeated entries of posts that have one already
 * @param unknown entries of posts that no author's feed has
 */
record Numbers(long posts, long deliveries, long missing, long repeated, long unknown) {

    static Numbers of(RestoredTruth truth, List<LedgerEntry> ledger) {
        Map<PostId, Long> entries = ledger.stream()
                .filter(Posted.class::isInstance)
                .map(Posted.class::cast)
                .collect(Collectors.groupingBy(Posted::post, HashMap::new, Collectors.counting()));
        long repeated = entries.values().stream().mapToLong(count -> count - 1).sum();
        long posts = 0;
        long deliveries = 0;
        long missing = 0;
        for (Map.Entry<UserId, List<AuthorPost>> author : truth.posts().entrySet()) {
            List<Job> jobs = completed(truth, author.getValue());
            AuthorCounters counters = truth.stores().counters().author(author.getKey());
            posts += Math.abs(counters.posts() - jobs.size());
            deliveries += Math.abs(counters.deliveries()
                    - jobs.stream().mapToLong(job -> job.counts().delivered()).sum());
            missing += jobs.stream()
                    .filter(job -> !entries.containsKey(job.post()))
                    .count();
            author.getValue().forEach(post -> entries.remove(post.post()));
        }
        return new Numbers(posts, deliveries, missing, repeated, entries.size());
    }

    private static List<Job> completed(RestoredTruth truth, List<AuthorPost> posts) {
        return posts.stream()
                .flatMap(post -> truth.stores().jobs().find(JobId.of(post.post())).stream())
                .filter(job -> job.state() == JobState.COMPLETE)
                .toList();
    }
}
