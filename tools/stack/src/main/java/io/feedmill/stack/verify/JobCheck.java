package io.feedmill.stack.verify;

import io.feedmill.client.Job;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.client.Post.Follows;
import java.util.ArrayList;
import java.util.List;

/** Compares the counts that Feedmill keeps with those that the follows make. */
public final class JobCheck {
    private static final Follows NONE = new Follows(0, true, null);

    private JobCheck() {}

    /** Counters of an author whose follows do not matter. */
    public static AuthorCounters counters(long posts, long deliveries) {
        return new AuthorCounters(posts, deliveries, NONE, NONE);
    }

    /** Whether pages read the post from its author's feed: no follower gets a row. */
    public static boolean isOnRead(Job job) {
        return "on-read".equals(job.mode());
    }

    /** Returns the differences in the fan-out of one post to this number of followers. */
    public static List<String> compare(String post, Job job, long followers) {
        String name = "The fan-out of post " + post;
        List<String> differences = new ArrayList<>();
        same(differences, name, "the state", job.state(), "COMPLETE");
        same(differences, name, "expected", job.expected(), isOnRead(job) ? 0L : followers);
        same(differences, name, "delivered + skipped", job.delivered() + job.skipped(), job.expected());
        same(differences, name, "skipped", job.skipped(), 0L);
        same(differences, name, "pending slices", job.pendingSlices(), 0);
        same(differences, name, "a time of completion", job.completedAt() != null, true);
        return differences;
    }

    /** Returns the differences in the growth of an author's counters during the run. */
    public static List<String> compareCounters(String author, AuthorCounters growth, AuthorCounters expected) {
        List<String> differences = new ArrayList<>();
        counter(differences, author, "posts", growth.posts(), expected.posts());
        counter(differences, author, "deliveries", growth.deliveries(), expected.deliveries());
        return differences;
    }

    private static void counter(List<String> differences, String author, String counter, long growth, long expected) {
        if (growth != expected) {
            differences.add(
                    "The counter of %s's %s grew by %d instead of %d.".formatted(author, counter, growth, expected));
        }
    }

    private static void same(List<String> differences, String name, String field, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            differences.add("%s has %s %s instead of %s.".formatted(name, field, actual, expected));
        }
    }
}
