package io.feedmill.stack.verify;

import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import java.util.ArrayList;
import java.util.List;

/** Compares the counts that Feedmill keeps with those that the follows make. */
public final class JobCheck {

    private JobCheck() {}

    /** A number between two bounds, both inclusive. */
    public record Range(long min, long max) {

        public static Range exactly(long number) {
            return new Range(number, number);
        }

        public boolean isExact() {
            return min == max;
        }

        @Override
        public String toString() {
            return isExact() ? Long.toString(min) : min + " to " + max;
        }
    }

    /** Returns the differences in the fan-out of one post. If the number of recipients is certain, no follower may be skipped. */
    public static List<String> compare(String post, FanoutStatus job, Range recipients) {
        List<String> differences = new ArrayList<>();
        same(differences, post, "the state", job.state(), "COMPLETE");
        within(differences, post, "expected", job.expected(), recipients);
        same(differences, post, "delivered + skipped", job.delivered() + job.skipped(), job.expected());
        if (recipients.isExact()) {
            same(differences, post, "skipped", job.skipped(), 0L);
        } else {
            within(differences, post, "delivered", job.delivered(), recipients);
        }
        same(differences, post, "pending slices", job.pendingSlices(), 0);
        same(differences, post, "a time of completion", job.took().isPresent(), true);
        return differences;
    }

    /** Returns the differences in the growth of an author's counters during the run. */
    public static List<String> compareCounters(String author, Counters growth, Counters expected) {
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

    private static void within(List<String> differences, String post, String field, long actual, Range expected) {
        same(differences, post, field, actual, actual >= expected.min && actual <= expected.max ? actual : expected);
    }

    private static void same(List<String> differences, String post, String field, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            differences.add("The fan-out of post %s has %s %s instead of %s.".formatted(post, field, actual, expected));
        }
    }
}
