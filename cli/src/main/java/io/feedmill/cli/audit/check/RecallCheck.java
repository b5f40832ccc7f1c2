package io.feedmill.cli.audit.check;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore.JobPage;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds recalls that never end, because no job of their post is open any more. */
public record RecallCheck(AuditStores stores) {
    private static final int PAGE = 100;

    /** A job that closes ends the recall with it, and a new change has a new job: with the same closed jobs before and after, the recall has none. */
    public SortedMap<PostId, Finding> check() {
        SortedMap<PostId, List<Job>> suspects = new TreeMap<>();
        stores.recalls().open().forEach(post -> suspects.put(post, jobs(post)));
        suspects.values().removeIf(changes -> !areClosed(changes));
        Set<PostId> open = suspects.isEmpty() ? Set.of() : stores.recalls().open();
        SortedMap<PostId, Finding> findings = new TreeMap<>();
        suspects.forEach((post, changes) -> {
            if (open.contains(post) && jobs(post).equals(changes)) {
                UserId author = changes.isEmpty() ? null : changes.getLast().author();
                findings.put(post, Finding.recall(post, author));
            }
        });
        return findings;
    }

    private static boolean areClosed(List<Job> changes) {
        return changes.stream().allMatch(job -> job.state() == JobState.COMPLETE);
    }

    private List<Job> jobs(PostId post) {
        List<Job> all = new ArrayList<>();
        @Nullable JobId after = null;
        do {
            JobPage page = stores.jobs().jobs(post, after, PAGE);
            all.addAll(page.jobs());
            after = page.next();
        } while (after != null);
        return all;
    }
}
