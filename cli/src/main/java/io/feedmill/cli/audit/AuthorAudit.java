package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditState.AuthorPosition;
import io.feedmill.cli.audit.AuditState.JobTotals;
import io.feedmill.cli.audit.Auditor.AuditRun;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of the audit of one author, a page each. */
final class AuthorAudit {
    private static final int POSTS = 10;
    private static final int FOLLOWERS = 200;

    private final AuditRun run;
    private final FollowerPages followers;
    private final TruthReader truths;
    private final Guarantee guarantee;
    private final JobCheck jobs;
    private final ItemCheck items;
    private final ExpectedItems expectation;

    AuthorAudit(AuditRun run, FollowerPages followers) {
        this.guarantee = run.options().guarantee();
        this.run = run;
        this.followers = followers;
        this.truths = new TruthReader(run.stores(), run.clock());
        this.jobs = new JobCheck(run.stores());
        this.items = new ItemCheck(run.stores(), truths, guarantee, run.clock());
        this.expectation = new ExpectedItems(run.stores(), guarantee, run.pairs());
    }

    /** The followers that an audit checks. */
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
            JobCheck.Result result = jobs.check(JobId.of(post.post()));
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
        return change == null || isDelivered(change, author, post, jobs.check(change));
    }

    /** Reports a wrong job. Returns whether followers must have its feed items. A retracted post needs no job but that of its retraction. */
    private boolean isDelivered(JobId job, UserId author, AuthorPost post, JobCheck.Result result) {
        boolean live = post.truth() instanceof Truth.Live;
        boolean expected = live && run.isRetained(post.post());
        return switch (result) {
            case JobCheck.Complete complete -> {
                if (!complete.addsUp()) {
                    run.results().found(Finding.wrongCounts(complete.job()));
                }
                yield expected;
            }
            case JobCheck.Absent absent -> {
                boolean lost = job.publishes(post.post())
                        ? live
                        : !guarantee.mayBeExpired(job, run.clock().instant());
                if (lost) {
                    run.results().found(Finding.lostJob(author, post.post(), job));
                }
                yield expected;
            }
            case JobCheck.Open open -> {
                run.results().open(job, run.clock().instant());
                yield false;
            }
            case JobCheck.Unswept unswept -> {
                if (!run.options().scansJobs()) {
                    unswept(unswept.job());
                }
                yield false;
            }
        };
    }

    /** Checks jobs that are not complete, whatever their posts are. */
    void checkOpen(List<JobId> open) {
        for (JobId job : open) {
            if (jobs.check(job) instanceof JobCheck.Unswept unswept) {
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

    /** Checks the items of the next followers. */
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

    /** Reads the posts again for each page, without those whose last change is still being delivered. After this read a version only grows. */
    private List<Truth.Live> settledPosts(AuthorPosition at) {
        FeedName feed = FeedName.author(at.author());
        return truths.read(at.posts().stream().map(post -> new ItemKey(feed, post))).values().stream()
                .filter(Truth.Live.class::isInstance)
                .map(Truth.Live.class::cast)
                .filter(truths::isLastChangeSettled)
                .toList();
    }

    private void checkItems(List<ExpectedItem> expected) {
        List<ItemCheck.Wrong> wrong = items.check(expected);
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

    /** Checks the jobs of published posts. */
    record JobCheck(AuditStores stores) {

        /** The state of a post's job. */
        public sealed interface Result {}

        public record Complete(Job job) implements Result {
            /** Whether each expected recipient is delivered or skipped. */
            public boolean addsUp() {
                Job.Counts counts = job.counts();
                return counts.delivered() + counts.skipped() == counts.expected();
            }
        }

        /** The job is not complete, and its outbox row exists. */
        public record Open() implements Result {}

        /** The job is not complete, and its outbox row is missing: no relay will resend its plan. */
        public record Unswept(Job job) implements Result {}

        /** The job is lost, or that of a change has expired. */
        public record Absent() implements Result {}

        public Result check(JobId id) {
            Optional<Job> job = stores.jobs().find(id);
            if (job.isEmpty()) {
                return new Absent();
            }
            return isOpen(job.get()) ? checkOutbox(job.get()) : new Complete(job.get());
        }

        /** Closing changes the state and deletes the row in one transaction: a job that is still open after the row was read is not being closed. */
        private Result checkOutbox(Job job) {
            if (stores.outbox().holds(job.work())) {
                return new Open();
            }
            Job now = stores.jobs().find(job.id()).orElse(job);
            return isOpen(now) ? new Unswept(now) : new Complete(now);
        }

        private static boolean isOpen(Job job) {
            return job.state() != JobState.COMPLETE;
        }
    }
}
