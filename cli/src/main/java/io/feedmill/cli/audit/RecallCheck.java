package io.feedmill.cli.audit;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds recalls that never end, because no job of their post is open any more. */
public record RecallCheck(AuditStores stores) {
    private static final int PAGE = 100;

    /**
     * A recall without an end.
     *
     * @param author null: no job of the post is left that names its author
     * @param change the job of the post's last change; null: none
     */
    public record StuckRecall(
            PostId post, @Nullable UserId author, @Nullable JobId change) {}

    /** A job that closes ends the recall with it, and a new change has a new job: with the same closed jobs before and after, the recall has none. */
    public List<StuckRecall> check() {
        SortedMap<PostId, List<Job>> suspects = new TreeMap<>();
        stores.recalls().open().forEach(post -> suspects.put(post, jobs(post)));
        suspects.values().removeIf(changes -> !areClosed(changes));
        List<StuckRecall> found = suspects.keySet().stream().map(this::last).toList();
        Set<PostId> open = found.isEmpty() ? Set.of() : stores.recalls().open();
        return found.stream()
                .filter(recall ->
                        open.contains(recall.post()) && jobs(recall.post()).equals(suspects.get(recall.post())))
                .toList();
    }

    /** Reads the last change before the jobs are read again: of a later one the end knows. */
    private StuckRecall last(PostId post) {
        UserId author = stores.jobs().find(JobId.of(post)).map(Job::author).orElse(null);
        JobId change =
                author == null ? null : stores.feeds().truth(author, post).change();
        return new StuckRecall(post, author, change);
    }

    private static boolean areClosed(List<Job> changes) {
        return changes.stream().allMatch(job -> job.state() == JobState.COMPLETE);
    }

    private List<Job> jobs(PostId post) {
        List<Job> all = new ArrayList<>();
        @Nullable JobId after = null;
        do {
            Page<Job, JobId> page = stores.jobs().jobs(post, after, PAGE);
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        return all;
    }
}
