package io.feedmill.api.fanout;

import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Mode;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Tells what became of a post for one reader, from the source of truth, the reader's rows and the jobs as they are now. */
@Service
record ReaderFanout(
        FeedStore feeds,
        FollowStore follows,
        ReaderStore readers,
        JobStore jobs,
        OnReadAuthors onRead,
        DormancyStore dormancy,
        FeedSettings settings,
        Clock clock) {
    /** A state (delivered, on-read, skipped, pending, not-a-recipient or expired), and why it is skipped; null, and absent, in other states. */
    record ReaderFanoutResponse(
            String user, String state, @Nullable String reason) {}

    /** The rows of {@code docs/fan-out.md#one-reader}, in their order. */
    ReaderFanoutResponse of(PostId post, UserId user) {
        Optional<Job> own = jobs.find(JobId.of(post));
        if (own.isEmpty() || new FeedRows(settings.retention()).isPastRetention(post, clock.instant())) {
            return state(user, "expired");
        }
        Follow follow = new Follow(user, own.get().author());
        Truth truth = feeds.truth(follow.author(), post);
        FeedItem item = item(post, user);
        if (user.equals(follow.author())) {
            return ofAuthor(user, truth, item);
        }
        if (!readers.blocked(Set.of(follow)).isEmpty()) {
            return skipped(user, Reason.BLOCKED);
        }
        Long since = follows.since(Set.of(follow), Consistency.STRONG).get(follow);
        if (since == null && item == null) {
            return state(user, isForEveryone(truth) ? "on-read" : "not-a-recipient");
        }
        return truth instanceof Truth.Live live
                ? ofReader(user, own.get(), live, item, since)
                : skipped(user, Reason.GONE);
    }

    /** Whether the pages of all readers have the post. */
    private boolean isForEveryone(Truth truth) {
        return truth instanceof Truth.Live live
                && live.item().audience().isEveryone()
                && onRead.isForEveryone(live.item().author(), live.item().mode());
    }

    private ReaderFanoutResponse ofReader(
            UserId user, Job own, Truth.Live truth, @Nullable FeedItem item, @Nullable Long since) {
        if (since == null) {
            return skipped(user, Reason.NOT_FOLLOWING);
        }
        if (!truth.item().audience().admits(user)) {
            return skipped(user, Reason.NOT_PERMITTED);
        }
        if (truth.item().mode() == Mode.ON_READ || (item == null && onRead.isForEveryone(own.author(), Mode.PUSH))) {
            return state(user, "on-read");
        }
        ReaderActivity active = readers.view(user).active();
        if (active != null && active.hasInGap(own.post().tick())) {
            return state(user, "on-read");
        }
        if (item == null
                && DormancyPolicy.mayHavePassedOver(active, own.post().tick())
                && !dormancy.get().equals(DormancyPolicy.NONE)) {
            return skipped(user, Reason.DORMANT);
        }
        return state(user, item != null ? "delivered" : missing(own, truth, since));
    }

    private static ReaderFanoutResponse ofAuthor(UserId author, Truth truth, @Nullable FeedItem item) {
        return truth instanceof Truth.Gone
                ? skipped(author, Reason.GONE)
                : state(author, item == null ? "not-a-recipient" : "delivered");
    }

    private static ReaderFanoutResponse state(UserId user, String state) {
        return new ReaderFanoutResponse(user.value(), state, null);
    }

    private static ReaderFanoutResponse skipped(UserId user, Reason reason) {
        return new ReaderFanoutResponse(user.value(), "skipped", reason.value());
    }

    /** Returns the state of a follower who may read the post and has no item: a follow after the publication brings the newest posts only. */
    private String missing(Job own, Truth.Live truth, long since) {
        boolean followedLater = since > own.post().tick();
        return followedLater && !isOpen(own) && !isOpen(truth.change()) ? "not-a-recipient" : "pending";
    }

    private boolean isOpen(@Nullable JobId change) {
        return change != null && jobs.find(change).filter(ReaderFanout::isOpen).isPresent();
    }

    private static boolean isOpen(Job job) {
        return job.state() != JobState.COMPLETE;
    }

    private @Nullable FeedItem item(PostId post, UserId user) {
        ItemKey key = new ItemKey(FeedName.home(user), post);
        return feeds.items(List.of(key), Consistency.STRONG).get(key);
    }
}
