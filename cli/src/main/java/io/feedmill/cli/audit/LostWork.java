package io.feedmill.cli.audit;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds unfollows, follows and recalls whose work is lost: no worker ends them any more. */
record LostWork(AuditStores stores, OpenFollowChanges pairs) {
    private static final int PAGE = 100;

    /** Returns the unfollows that hide an author and have no outbox row. The end of an unfollow deletes both rows in one transaction. */
    List<FollowChange> hidden(List<FollowChange> unfollows) {
        List<FollowChange> suspects = unfollows.stream()
                .filter(unfollow -> !stores.outbox().holds(unfollow.work()))
                .toList();
        Map<Follow, FollowChange> now =
                stores.readers().unfollows(suspects.stream().map(Follow::of).toList());
        return suspects.stream()
                .filter(unfollow -> unfollow.equals(now.get(Follow.of(unfollow))))
                .toList();
    }

    /** Returns the follows between users of whom one blocks the other. An import ends those that it made. */
    List<Follow> forbidden(List<Follow> blocks) {
        List<Follow> both = blocks.stream()
                .flatMap(block -> Stream.of(block, block.reversed()))
                .toList();
        Set<Follow> suspects =
                stores.follows().since(both, Consistency.EVENTUAL).keySet();
        return suspects.isEmpty() ? List.of() : confirm(suspects);
    }

    /** A follow that is the same before and after the read of the block stood beside it. */
    private List<Follow> confirm(Collection<Follow> suspects) {
        Map<Follow, Long> before = stores.follows().since(suspects, Consistency.STRONG);
        Set<Follow> blocked = stores.readers().blocked(suspects);
        Map<Follow, Long> after = stores.follows().since(suspects, Consistency.STRONG);
        return before.keySet().stream()
                .filter(follow -> Objects.equals(before.get(follow), after.get(follow)))
                .filter(follow -> pairs.isSettled(follow, Objects.requireNonNull(before.get(follow))))
                .filter(blocked::contains)
                .toList();
    }

    /** A recall without an end. The author is null if no job of the post is left that names it; {@code change} is that of the post's last change. */
    record StuckRecall(
            PostId post, @Nullable UserId author, @Nullable JobId change) {}

    /**
     * Returns the recalls of which no job is open. A job that closes ends the recall with it, and a new change has a new job: with the same closed
     * jobs before and after, the recall has none.
     */
    List<StuckRecall> recalls() {
        SortedMap<PostId, List<Job>> suspects = new TreeMap<>();
        stores.recalls().open().forEach(post -> suspects.put(post, jobs(post)));
        suspects.values().removeIf(jobs -> jobs.stream().anyMatch(job -> job.state() != JobState.COMPLETE));
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
