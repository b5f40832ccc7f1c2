package io.feedmill.stack.verify;

import io.feedmill.stack.client.Counters;
import io.feedmill.stack.client.FanoutStatus;
import java.util.ArrayList;
import java.util.List;

/** Compares the counts that Feedmill keeps with those that the follows make. */
public final class JobCheck {

    private JobCheck() {}

    /** The differences in the fan-out of one post. Where it is certain how many get it, nobody is skipped. */
    public static List<Difference> compare(String post, FanoutStatus job, Range recipients) {
        List<Difference> differences = new ArrayList<>();
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

    /** The differences in what an author's counters grew by during the run. */
    public static List<Difference> compareCounters(String author, Counters growth, Counters expected) {
        List<Difference> differences = new ArrayList<>();
        if (growth.posts() != expected.posts()) {
            differences.add(new Difference.WrongCounter(author, "posts", growth.posts(), expected.posts()));
        }
        if (growth.deliveries() != expected.deliveries()) {
            differences.add(
                    new Difference.WrongCounter(author, "deliveries", growth.deliveries(), expected.deliveries()));
        }
        return differences;
    }

    private static void within(List<Difference> differences, String post, String what, long actual, Range expected) {
        if (!expected.contains(actual)) {
            differences.add(new Difference.WrongJob(post, what, actual, expected));
        }
    }

    private static void same(List<Difference> differences, String post, String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            differences.add(new Difference.WrongJob(post, what, actual, expected));
        }
    }
}
