package io.feedmill.api.counter;

import io.feedmill.api.access.FreshReads;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.counter.CounterController.CounterCopies;
import io.feedmill.api.counter.CounterController.CounterCopies.Copy;
import io.feedmill.api.counter.CounterController.FollowCounts.FollowCount;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.Iso;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.Dynamo.Count;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Mode;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.storage.SuspendSafeClock;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
record CounterController(ReadablePosts posts, CounterStore counters, FollowCounts follows, CounterCopies copies) {
    record AuthorCountersResponse(long posts, long deliveries, FollowCount followers, FollowCount following) {}

    /** The counters of a post. Readers do not get {@code deliveries}, null and absent: they tell how many follow the author. */
    record PostCountersResponse(long views, @Nullable Long deliveries, SortedMap<String, Long> reactions) {}

    @GetMapping("/v1/users/{user}/counters")
    @Access(scope = Scope.POST, owner = "{user}", anyOwner = Scope.REPORTS)
    AuthorCountersResponse getAuthorCounters(@PathVariable String user) {
        UserId author = ClientIds.user("user", user);
        AuthorCounters sums = counters.author(author);
        return new AuthorCountersResponse(
                sums.posts(), sums.deliveries(), follows.followers(author), follows.following(author));
    }

    /** Who may read it is asked with each call. What it is, its counts and its permissions may be a second old: no call reads a row of the post. */
    @GetMapping("/v1/posts/{id}/counters")
    @Access(scope = Scope.FEED, owner = Access.READER)
    PostCountersResponse getPostCounters(@PathVariable String id, Caller caller) {
        PostId post = ClientIds.post(id);
        Copy copy = copies.of(post);
        UserId author = copy.author();
        if (author == null) {
            throw copy.retracted() ? ReadablePosts.gone() : ClientIds.postNotFound();
        }
        posts.readable(posts.access().head(author, post).orElseThrow(ReadablePosts::gone), caller.viewer());
        PostCounters counts = copy.counters();
        return new PostCountersResponse(
                counts.views(), caller.seesAllOf(author) ? counts.deliveries() : null, counts.reactions());
    }

    /** Counts followers and followed authors by their rows: no number is kept that could be wrong. Thread-safe. */
    @Component
    record FollowCounts(FollowStore follows, FeedStore feeds, JobStore jobs) {
        /** The newest posts of an author, one of whose jobs may know the number of followers. */
        private static final int POSTS = 10;

        /** A number: {@code exact}; or that of a time; or, without one, at least this many. */
        record FollowCount(
                long count, boolean exact, @Nullable String at) {
            static FollowCount of(Count rows) {
                return new FollowCount(Math.min(rows.rows(), FollowStore.MAX_COUNT), rows.all(), null);
            }
        }

        FollowCount following(UserId follower) {
            return FollowCount.of(follows.countFollowing(follower));
        }

        FollowCount followers(UserId author) {
            Count rows = follows.countFollowers(author);
            return rows.all()
                    ? FollowCount.of(rows)
                    : recipients(author, rows.rows()).orElseGet(() -> FollowCount.of(rows));
        }

        /** The recipients of the last complete job with at least as many as there are: that of a post for few, or on read, has fewer. */
        private Optional<FollowCount> recipients(UserId author, int least) {
            return feeds.page(FeedName.author(author), PageRequest.first(POSTS)).items().stream()
                    .filter(item -> item.mode() == Mode.PUSH)
                    .flatMap(item -> jobs.find(JobId.of(item.post())).stream())
                    .filter(job -> job.completedAt() != null && job.counts().expected() >= least)
                    .findFirst()
                    .map(job -> new FollowCount(
                            job.counts().expected(), false, Iso.format(Objects.requireNonNull(job.completedAt()))));
        }
    }

    /** The counters and authors of posts, read up to a second before, for all who wait: a read of all shards costs more than a page. Thread-safe. */
    @Component
    static final class CounterCopies {
        /** Of a post with 50 kinds of reactions. */
        private static final int BYTES = 4_000;

        private static final long MAX_BYTES = 5_000L * BYTES;

        private final PostStore posts;
        private final CounterStore counters;
        private final FreshReads<PostId, Copy> copies;

        /** What is read of a post; without an author it does not exist, and may have been retracted. */
        record Copy(@Nullable UserId author, boolean retracted, PostCounters counters) {}

        CounterCopies(PostStore posts, CounterStore counters, SuspendSafeClock clocks) {
            this.posts = posts;
            this.counters = counters;
            this.copies = new FreshReads<>(clocks, FreshReads.MAX_AGE, MAX_BYTES, copy -> BYTES);
        }

        Copy of(PostId post) {
            return copies.get(post, this::read);
        }

        private Copy read(PostId post) {
            return posts.find(post)
                    .map(found -> new Copy(found.author(), false, counters.post(post)))
                    .orElseGet(() -> new Copy(null, posts.author(post).isPresent(), PostCounters.ZERO));
        }
    }
}
