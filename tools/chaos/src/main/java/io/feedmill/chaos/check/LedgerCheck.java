package io.feedmill.chaos.check;

import io.feedmill.client.Job;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerEntry.OfPost;
import io.feedmill.common.ledger.LedgerEntry.Posted;
import io.feedmill.common.ledger.LedgerEntry.Retracted;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the ledger with jobs and counters. */
public final class LedgerCheck {

    private LedgerCheck() {}

    /**
     * Returns the differences: a post whose job is complete has one entry with its counts, a retracted one also one retraction, and no
     * other post has an entry. Takes all entries of the run and the last state of the fan-out of each of its posts.
     */
    public static List<String> compare(Map<String, Job> jobs, Set<String> retracted, List<LedgerEntry> entries) {
        Map<String, List<OfPost>> byPost = of(entries, OfPost.class).stream()
                .collect(Collectors.groupingBy(entry -> entry.post().value()));
        TreeSet<String> posts = new TreeSet<>(jobs.keySet());
        posts.addAll(byPost.keySet());
        List<String> differences = new ArrayList<>();
        for (String post : posts) {
            Job job = jobs.get(post);
            List<OfPost> all = byPost.getOrDefault(post, List.of());
            List<Posted> completions = of(all, Posted.class);
            same(differences, post, "completions", completions.size(), job != null && job.isComplete() ? 1 : 0);
            same(differences, post, "retractions", of(all, Retracted.class).size(), retracted.contains(post) ? 1 : 0);
            if (job != null && !completions.isEmpty()) {
                same(differences, post, "delivered", completions.getFirst().delivered(), job.delivered());
                same(differences, post, "skipped", completions.getFirst().skipped(), job.skipped());
            }
        }
        return differences;
    }

    /**
     * Returns the differences between the viewers of posts, their counters and the sum of their ledger entries.
     *
     * @param viewers the number of each post's viewers
     */
    public static List<String> compareViews(
            Map<String, Long> viewers, Map<String, Long> counters, List<Viewed> entries) {
        Map<String, Long> entered = entries.stream()
                .collect(Collectors.groupingBy(entry -> entry.post().value(), Collectors.summingLong(Viewed::count)));
        List<String> differences = new ArrayList<>();
        viewers.forEach((post, expected) -> {
            long views = counters.getOrDefault(post, 0L);
            if (views != expected) {
                differences.add(
                        "The counter of post %s's views grew by %d instead of %d.".formatted(post, views, expected));
            }
            same(differences, post, "views", entered.getOrDefault(post, 0L), expected);
        });
        return differences;
    }

    private static <T extends LedgerEntry> List<T> of(List<? extends LedgerEntry> entries, Class<T> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static void same(List<String> differences, String post, String field, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            differences.add("The ledger has for post %s %s %s instead of %s.".formatted(post, field, actual, expected));
        }
    }
}
