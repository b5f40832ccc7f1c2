package io.feedmill.chaos.check;

import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.verify.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the ledger with the jobs: one acceptance a post, one completion with the job's own counts, and nothing else. */
public final class LedgerCheck {

    private final Map<String, FanoutStatus> jobs;
    private final Map<String, List<LedgerEntry.OfPost>> entries;
    private final List<Difference> differences = new ArrayList<>();

    private LedgerCheck(Map<String, FanoutStatus> jobs, List<LedgerEntry> entries) {
        this.jobs = jobs;
        this.entries = of(entries, LedgerEntry.OfPost.class).stream()
                .collect(Collectors.groupingBy(entry -> entry.post().value()));
    }

    /** The differences. Takes all entries of the run, and the last state of the fan-out of each of its posts. */
    public static List<Difference> compare(Map<String, FanoutStatus> jobs, List<LedgerEntry> entries) {
        LedgerCheck check = new LedgerCheck(jobs, entries);
        Stream.concat(jobs.keySet().stream(), check.entries.keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(check::post);
        return check.differences;
    }

    private void post(String post) {
        FanoutStatus job = jobs.get(post);
        List<LedgerEntry.OfPost> all = entries.getOrDefault(post, List.of());
        List<LedgerEntry.Delivered> completions = of(all, LedgerEntry.Delivered.class);
        same(post, "acceptances", of(all, LedgerEntry.Published.class).size(), job == null ? 0 : 1);
        same(post, "completions", completions.size(), job != null && job.isComplete() ? 1 : 0);
        if (job != null && !completions.isEmpty()) {
            same(post, "delivered", completions.getFirst().delivered(), job.delivered());
            same(post, "skipped", completions.getFirst().skipped(), job.skipped());
        }
    }

    private static <T extends LedgerEntry> List<T> of(List<? extends LedgerEntry> entries, Class<T> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private void same(String post, String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            differences.add(new Difference.WrongLedger(post, what, actual, expected));
        }
    }
}
