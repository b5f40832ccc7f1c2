package io.feedmill.stack.verify;

import io.feedmill.client.Job;
import io.feedmill.client.Post.AuthorCounters;
import java.util.ArrayList;
import java.util.List;

/** Compares the counts that Feedmill keeps with those that the follows make. */
public final class JobCheck {
    private static final String PUBLICATION = "publication";
    private static final String RETRACTION = "retraction";

    private JobCheck() {}

    /** A number between two bounds, both inclusive. */
    public record Range(long min, long max) {

        public static Range exactly(long number) {
            return new Range(number, number);
        }

        public boolean isExact() {
            return min == max;
        }

        /** The same, but nobody need be. */
        Range atMost() {
            return new Range(0, max);
        }

        @Override
        public String toString() {
            return isExact() ? Long.toString(min) : min + " to " + max;
        }
    }

    /**
     * Returns the differences in the fan-out of one post.
     *
     * @param restricted the post was retracted, or its readers changed: only then a follower may be skipped who follows all the time
     */
    public static List<String> compare(String post, Job job, Range recipients, boolean restricted) {
        String name = "The fan-out of post " + post;
        List<String> differences = new ArrayList<>();
        same(differences, name, "the state", job.state(), "COMPLETE");
        within(differences, name, "expected", job.expected(), recipients);
        same(differences, name, "delivered + skipped", job.delivered() + job.skipped(), job.expected());
        if (recipients.isExact() && !restricted) {
            same(differences, name, "skipped", job.skipped(), 0L);
        } else {
            within(differences, name, "delivered", job.delivered(), restricted ? recipients.atMost() : recipients);
        }
        same(differences, name, "pending slices", job.pendingSlices(), 0);
        same(differences, name, "a time of completion", job.completedAt() != null, true);
        return differences;
    }

    /**
     * Returns the differences in the jobs of the changes of a post.
     *
     * @param jobs all jobs of the post
     * @param changes the number of changes
     */
    public static List<String> compareChanges(
            String post, List<Job> jobs, int changes, boolean retracted, Range recipients) {
        List<String> differences = new ArrayList<>();
        String all = "Post " + post;
        List<Job> own =
                jobs.stream().filter(job -> !PUBLICATION.equals(job.cause())).toList();
        same(differences, all, "change jobs", own.size(), changes);
        same(
                differences,
                all,
                "retraction jobs",
                own.stream().filter(job -> RETRACTION.equals(job.cause())).count(),
                retracted ? 1L : 0L);
        own.forEach(job -> change(differences, "The %s job of post %s".formatted(job.cause(), post), job, recipients));
        return differences;
    }

    private static void change(List<String> differences, String name, Job job, Range recipients) {
        same(differences, name, "the state", job.state(), "COMPLETE");
        within(
                differences,
                name,
                "expected",
                job.expected(),
                job.supersededBy() == null ? recipients : new Range(0, 0));
        same(differences, name, "delivered + skipped", job.delivered() + job.skipped(), job.expected());
        same(differences, name, "pending slices", job.pendingSlices(), 0);
        if (RETRACTION.equals(job.cause())) {
            same(differences, name, "delivered", job.delivered(), 0L);
            same(differences, name, "cleared", String.valueOf(job.cleared()), String.valueOf(job.skipped()));
        }
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

    private static void within(List<String> differences, String name, String field, long actual, Range expected) {
        same(differences, name, field, actual, actual >= expected.min && actual <= expected.max ? actual : expected);
    }

    private static void same(List<String> differences, String name, String field, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            differences.add("%s has %s %s instead of %s.".formatted(name, field, actual, expected));
        }
    }
}
