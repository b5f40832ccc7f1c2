package io.feedmill.cli.audit;

import io.feedmill.common.Stores;
import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.feed.AuthorPost;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.follow.Follower;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Audits one author, a page at a time: jobs, what must be in home feeds, and at the end the counters. */
final class AuthorAudit {
    private static final int POSTS = 10;
    private static final int FOLLOWERS = 200;

    private final FeedStore feeds;
    private final Truths truths;
    private final Changes changes;
    private final CounterStore counters;
    private final Followers followers;
    private final JobCheck jobs;
    private final ItemCheck items;
    private final Promise promise;
    private final Clock clock;
    private final Results results;
    private final Repairs repairs;

    AuthorAudit(Stores stores, Followers followers, Promise promise, Clock clock, Results results, Repairs repairs) {
        this.feeds = stores.feeds();
        this.truths = new Truths(stores.feeds());
        this.changes = new Changes(stores.jobs(), clock);
        this.counters = stores.counters();
        this.followers = followers;
        this.jobs = new JobCheck(stores.jobs(), stores.outbox(), promise, clock);
        this.items = new ItemCheck(stores.feeds(), stores.follows(), promise, clock);
        this.promise = promise;
        this.clock = clock;
        this.results = results;
        this.repairs = repairs;
    }

    AuthorWalk begin(UserId author) {
        results.add(Count.AUTHORS, 1);
        return AuthorWalk.begin(author, Books.open(counters.author(author)));
    }

    /** Takes the next page; empty behind the last. */
    Optional<AuthorWalk> step(AuthorWalk walk) {
        if (!walk.posts().isEmpty()) {
            return Optional.of(nextFollowers(walk));
        }
        if (walk.morePosts()) {
            return Optional.of(nextPosts(walk));
        }
        close(walk);
        return Optional.empty();
    }

    private AuthorWalk nextPosts(AuthorWalk walk) {
        List<AuthorPost> page = feeds.posts(walk.author(), walk.behindPost(), POSTS);
        Books books = walk.books();
        List<PostId> due = new ArrayList<>();
        for (AuthorPost post : page) {
            JobId job = JobId.of(post.post());
            JobVerdict verdict = jobs.check(job);
            books = books.with(verdict);
            if (isDelivered(job, walk.author(), post, verdict) && isFollowed(walk.author(), post)) {
                due.add(post.post());
            }
        }
        results.add(Count.POSTS, page.size());
        check(walk.author(), ownItems(walk.author(), page));
        boolean more = page.size() == POSTS;
        return walk.withPosts(books, more ? page.getLast().post().feedKey() : null, more, due);
    }

    /** Reports what is wrong with the job of the last change; whether home feeds have followed it. */
    private boolean isFollowed(UserId author, AuthorPost post) {
        JobId change = post.truth() instanceof Truth.Live live ? live.change() : null;
        return change == null || isDelivered(change, author, post, jobs.check(change));
    }

    /** Reports what is wrong with the job; whether the post is to be in the home feeds of followers. */
    private boolean isDelivered(JobId job, UserId author, AuthorPost post, JobVerdict verdict) {
        boolean lasts = post.truth() instanceof Truth.Live && promise.lasts(post.post(), clock.instant());
        return switch (verdict) {
            case JobVerdict.Complete complete -> {
                if (!complete.addsUp()) {
                    results.found(Finding.wrongCounts(complete.job()));
                }
                yield lasts;
            }
            case JobVerdict.Expired expired -> lasts;
            case JobVerdict.Lost lost -> {
                if (post.truth() instanceof Truth.Live) {
                    results.found(Finding.lostJob(author, post.post()));
                }
                yield lasts;
            }
            case JobVerdict.Open open -> {
                results.open(job);
                yield false;
            }
            case JobVerdict.Unswept unswept -> {
                results.found(Finding.unswept(unswept.job()));
                yield false;
            }
        };
    }

    /** Publishing writes them: no job has to be complete for them. */
    private List<Due> ownItems(UserId author, List<AuthorPost> page) {
        List<Due> own = new ArrayList<>();
        for (AuthorPost post : page) {
            if (post.truth() instanceof Truth.Live live && promise.lasts(post.post(), clock.instant())) {
                own.add(Due.of(author, live));
            }
        }
        return own;
    }

    private AuthorWalk nextFollowers(AuthorWalk walk) {
        List<Truth.Live> posts = settled(walk);
        List<Follower> page = followers.page(walk.author(), walk.behindFollower(), FOLLOWERS);
        List<Due> due = new ArrayList<>();
        for (Follower follower : page) {
            posts.stream()
                    .map(truth -> Due.of(follower.user(), truth))
                    .filter(item -> !item.own() && item.truth().audience().admits(item.user()))
                    .filter(item ->
                            promise.includes(follower.since(), item.truth().post()))
                    .forEach(due::add);
        }
        results.add(Count.FOLLOWERS, walk.firstRound() ? page.size() : 0);
        results.add(Count.NOT_JUDGED, (long) page.size() * posts.size() - due.size());
        check(walk.author(), due);
        return page.size() < FOLLOWERS
                ? walk.postsDone()
                : walk.behind(page.getLast().user());
    }

    /** Read anew for each page: a revision only grows from here on. Where home feeds still follow a change nothing is judged. */
    private List<Truth.Live> settled(AuthorWalk walk) {
        FeedName feed = FeedName.author(walk.author());
        return truths.of(walk.posts().stream().map(post -> new ItemKey(feed, post))).values().stream()
                .filter(Truth.Live.class::isInstance)
                .map(Truth.Live.class::cast)
                .filter(changes::isSettled)
                .toList();
    }

    private void check(UserId author, List<Due> due) {
        List<ItemCheck.Wrong> wrong = items.check(due);
        results.add(Count.ITEMS, due.size());
        wrong.forEach(item -> results.found(item.finding()));
        repairs.send(author, wrong);
    }

    private void close(AuthorWalk walk) {
        AuthorCounters now = counters.author(walk.author());
        if (!walk.books().agreeWith(now)) {
            results.found(Finding.wrongCounter(walk.author(), now, walk.books().jobs()));
        }
    }
}
