package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditState.AuthorPosition;
import io.feedmill.cli.audit.AuditState.JobTotals;
import io.feedmill.cli.audit.Auditor.AuditRun;
import io.feedmill.cli.audit.ExpectedItems.ExpectedItem;
import io.feedmill.cli.audit.Finding.WrongRow;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of the audit of one author, a page each. */
record AuthorAudit(AuditRun run, FollowerPages followers, ItemCheck items, ExpectedItems expectation) {
    private static final int POSTS = 10;
    private static final int FOLLOWERS = 200;

    static AuthorAudit of(AuditRun run, FollowerPages followers) {
        return new AuthorAudit(run, followers, new ItemCheck(run), new ExpectedItems(run));
    }

    @FunctionalInterface
    interface FollowerPages {
        /** Returns up to {@code limit} of the author's followers after the user (null: from the first), in ascending order; fewer only at the end. */
        List<Follower> page(UserId author, @Nullable UserId after, int limit);
    }

    AuthorPosition readCounters(UserId author) {
        run.results().add(Counter.AUTHORS, 1);
        return AuthorPosition.first(author, run.stores().counters().author(author));
    }

    /** Checks the jobs of the next posts and the author's own items. */
    AuthorPosition checkPosts(AuthorPosition at) {
        List<AuthorPost> page = run.stores().feeds().posts(at.author(), at.afterPost(), POSTS, Consistency.STRONG);
        JobTotals totals = at.totals();
        List<PostId> delivered = new ArrayList<>();
        for (AuthorPost post : page) {
            JobResult result = check(JobId.of(post.post()));
            totals = totals.with(result);
            boolean published = isDelivered(JobId.of(post.post()), at.author(), post, result);
            boolean changed = isLastChangeDelivered(at.author(), post);
            if (published && changed) {
                delivered.add(post.post());
            }
        }
        run.results().add(Counter.POSTS, page.size());
        checkItems(ownItems(page));
        boolean more = page.size() == POSTS;
        return at.withPosts(totals, more ? page.getLast().post().feedKey() : null, more, delivered);
    }

    private boolean isLastChangeDelivered(UserId author, AuthorPost post) {
        JobId change = post.truth().change();
        return change == null || isDelivered(change, author, post, check(change));
    }

    /** Reports a wrong job. Returns whether followers must have its feed items. A retracted post needs no job but that of its retraction. */
    private boolean isDelivered(JobId job, UserId author, AuthorPost post, JobResult result) {
        boolean live = post.truth() instanceof Truth.Live;
        switch (result) {
            case JobResult.Complete complete -> checkCounts(complete.job());
            case JobResult.Open open -> run.results().open(job, run.clock().instant());
            case JobResult.Unswept unswept -> {
                if (!run.options().scansJobs()) {
                    unswept(unswept.job());
                }
            }
            case JobResult.Absent absent -> {
                Guarantee guarantee = run.options().guarantee();
                Instant now = run.clock().instant();
                if (job.publishes(post.post()) ? live : !guarantee.mayBeExpired(job, now)) {
                    run.results().found(Finding.lostJob(author, post.post(), job));
                }
            }
        }
        boolean ended = result instanceof JobResult.Complete || result instanceof JobResult.Absent;
        return ended && live && run.isRetained(post.post());
    }

    private void checkCounts(Job job) {
        Job.Counts counts = job.counts();
        if (counts.delivered() + counts.skipped() != counts.expected()) {
            run.results().found(Finding.wrongCounts(job));
        }
    }

    /** Checks jobs that are not complete, whatever their posts are. */
    void checkOpen(List<JobId> open) {
        for (JobId job : open) {
            if (check(job) instanceof JobResult.Unswept unswept) {
                unswept(unswept.job());
            }
        }
    }

    private void unswept(Job job) {
        run.results().found(Finding.unswept(job));
        run.repairs().unswept(job);
    }

    /** The publishing transaction writes them: their job need not be complete. */
    private List<ExpectedItem> ownItems(List<AuthorPost> page) {
        return page.stream()
                .filter(post -> run.isRetained(post.post()))
                .flatMap(post ->
                        post.truth() instanceof Truth.Live live ? Stream.of(ExpectedItem.own(live)) : Stream.empty())
                .toList();
    }

    AuthorPosition checkFollowers(AuthorPosition at) {
        List<Truth.Live> posts = settledPosts(at);
        List<Follower> page = followers.page(at.author(), at.afterFollower(), FOLLOWERS);
        List<ExpectedItem> expected = expectation.of(at.author(), page, posts);
        run.results().add(Counter.FOLLOWERS, at.firstRound() ? page.size() : 0);
        run.results().add(Counter.NOT_JUDGED, (long) page.size() * at.posts().size() - expected.size());
        checkItems(expected);
        return page.size() < FOLLOWERS
                ? at.afterLastFollower()
                : at.afterFollower(page.getLast().user());
    }

    /**
     * Reads the posts again for each page, without those whose last change is not in home feeds yet, or an older handler can still write. After this
     * read a version only grows. A recall by the change has then ended, too.
     */
    private List<Truth.Live> settledPosts(AuthorPosition at) {
        FeedName feed = FeedName.author(at.author());
        return run.stores().truths(at.posts().stream().map(post -> new ItemKey(feed, post))).values().stream()
                .filter(Truth.Live.class::isInstance)
                .map(Truth.Live.class::cast)
                .filter(post -> run.stores()
                        .lastChangeSettledAt(post)
                        .isBefore(run.clock().instant()))
                .toList();
    }

    private void checkItems(List<ExpectedItem> expected) {
        List<WrongRow> wrong = items.check(expected);
        run.results().add(Counter.ITEMS, expected.size());
        wrong.forEach(item -> run.results().found(item.finding()));
        run.repairs().items(wrong);
    }

    void checkCounters(AuthorPosition at) {
        AuthorCounters now = run.stores().counters().author(at.author());
        if (!at.totals().agreeWith(now)) {
            run.results()
                    .found(Finding.wrongCounter(at.author(), now, at.totals().jobs()));
        }
    }

    sealed interface JobResult {
        record Complete(Job job) implements JobResult {}

        /** The job is not complete, and its outbox row exists. */
        record Open() implements JobResult {}

        /** The job is not complete, and its outbox row is missing: no relay will resend its plan. */
        record Unswept(Job job) implements JobResult {}

        /** The job is lost, or that of a change has expired. */
        record Absent() implements JobResult {}
    }

    private JobResult check(JobId id) {
        return run.stores().jobs().find(id).map(this::check).orElseGet(JobResult.Absent::new);
    }

    /** Closing changes the state and deletes the row in one transaction: a job that is still open after the row was read is not being closed. */
    private JobResult check(Job job) {
        if (job.state() == JobState.COMPLETE) {
            return new JobResult.Complete(job);
        }
        if (run.stores().outbox().holds(job.work())) {
            return new JobResult.Open();
        }
        Job now = run.stores().jobs().find(job.id()).orElse(job);
        return now.state() == JobState.COMPLETE ? new JobResult.Complete(now) : new JobResult.Unswept(now);
    }
}
