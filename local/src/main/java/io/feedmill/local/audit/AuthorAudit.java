package io.feedmill.local.audit;

import io.feedmill.common.config.Stores;
import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.feed.AuthorPost;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.follow.Follower;
import io.feedmill.common.key.PostId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Audits one author, a page at a time: jobs, what must be in home feeds, and at the end the counters. */
final class AuthorAudit {
    private static final int POSTS = 10;
    private static final int FOLLOWERS = 200;

    private final FeedStore feeds;
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
        this.counters = stores.counters();
        this.followers = followers;
        this.jobs = new JobCheck(stores.jobs(), stores.outbox(), promise, clock);
        this.items = new ItemCheck(stores.feeds(), stores.follows(), promise, clock);
        this.promise = promise;
        this.clock = clock;
        this.results = results;
        this.repairs = repairs;
    }

    AuthorWalk begin(String author) {
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
            JobVerdict verdict = jobs.check(post.post());
            books = books.with(verdict);
            if (isDelivered(walk.author(), post, verdict)) {
                due.add(post.post());
            }
        }
        results.add(Count.POSTS, page.size());
        check(walk.author(), ownItems(walk.author(), page));
        boolean more = page.size() == POSTS;
        return walk.withPosts(books, more ? page.getLast().post().feedKey() : null, more, due);
    }

    /** Reports what is wrong with the job; whether the post is to be in the home feeds of followers. */
    private boolean isDelivered(String author, AuthorPost post, JobVerdict verdict) {
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
                results.open(post.post());
                yield false;
            }
            case JobVerdict.Unswept unswept -> {
                results.found(Finding.unswept(unswept.job()));
                yield false;
            }
        };
    }

    /** Publishing writes them: no job has to be complete for them. */
    private List<Due> ownItems(String author, List<AuthorPost> page) {
        List<Due> own = new ArrayList<>();
        for (AuthorPost post : page) {
            if (post.truth() instanceof Truth.Live live && promise.lasts(post.post(), clock.instant())) {
                own.add(new Due(author, live.item()));
            }
        }
        return own;
    }

    private AuthorWalk nextFollowers(AuthorWalk walk) {
        Collection<FeedItem> truths = truths(walk);
        List<Follower> page = followers.page(walk.author(), walk.behindFollower(), FOLLOWERS);
        List<Due> due = new ArrayList<>();
        for (Follower follower : page) {
            truths.stream()
                    .filter(truth -> promise.includes(follower.since(), truth.post()))
                    .filter(truth -> !follower.user().equals(walk.author()))
                    .filter(truth -> truth.audience().admits(follower.user()))
                    .forEach(truth -> due.add(new Due(follower.user(), truth)));
        }
        results.add(Count.FOLLOWERS, walk.firstRound() ? page.size() : 0);
        results.add(Count.NOT_JUDGED, (long) page.size() * truths.size() - due.size());
        check(walk.author(), due);
        return page.size() < FOLLOWERS
                ? walk.postsDone()
                : walk.behind(page.getLast().user());
    }

    /** Read anew for each page: a revision only grows from here on. */
    private Collection<FeedItem> truths(AuthorWalk walk) {
        FeedName feed = FeedName.author(walk.author());
        List<ItemKey> keys =
                walk.posts().stream().map(post -> new ItemKey(feed, post)).toList();
        return feeds.items(keys, Consistency.STRONG).values();
    }

    private void check(String author, List<Due> due) {
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
