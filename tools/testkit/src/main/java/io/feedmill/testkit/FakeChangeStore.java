package io.feedmill.testkit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.ChangeStore;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.testkit.FakeTables.FeedRow;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class FakeChangeStore implements ChangeStore {
    private static final Duration TOMBSTONE_MARGIN = Duration.ofDays(30);

    private final FakeTables tables;

    FakeChangeStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public ChangeResult apply(Post read, Change change, JobId job) {
        synchronized (tables) {
            Post post = tables.posts.get(read.id());
            FeedRow truth =
                    tables.feed(FeedName.author(read.author())).get(read.id().feedKey());
            if (post == null || truth == null) {
                return ChangeResult.GONE;
            }
            if (change.unedited() && post.version() != read.version()) {
                return ChangeResult.STALE;
            }
            boolean shown =
                    !tables.isOutlived(FeedName.home(post.author()), post.id().feedKey());
            boolean spreads = change instanceof Change.Retract || (shown && post.mode() == Mode.PUSH);
            if ((spreads && isTooSoon(truth, change, job)) || isOfOtherReaders(post, read, change)) {
                return ChangeResult.TOO_SOON;
            }
            write(post, truth, change, spreads ? job : null, shown);
            if (change instanceof Change.Permissions permit && permit.widens(read)) {
                tables.readableFrom.put(post.id(), post.version());
            }
            if (spreads) {
                tables.accept(job, post, change.cause());
            }
            return spreads ? ChangeResult.ACCEPTED : ChangeResult.STORED;
        }
    }

    private static boolean isTooSoon(FeedRow truth, Change change, JobId job) {
        JobId last = truth.change();
        return last != null
                && Math.abs(job.tick() - last.tick()) < change.interval().toNanos();
    }

    private static boolean isOfOtherReaders(Post post, Post read, Change change) {
        return change instanceof Change.Permissions permit
                && !permit.widens(read)
                && !post.audience().equals(read.audience());
    }

    private void write(Post post, FeedRow truth, Change change, @Nullable JobId job, boolean shown) {
        switch (change) {
            case Change.Edit edit -> edit(post.edited(edit.content()), truth, job, shown);
            case Change.Permissions permit -> permit(post, truth, permit.audience(), job);
            case Change.Retract retract -> retract(post, truth, Objects.requireNonNull(job));
        }
    }

    private void edit(Post next, FeedRow truth, @Nullable JobId job, boolean shown) {
        tables.put(next);
        FeedItem item = FeedItem.of(next, Via.SELF);
        replaceTruth(next, truth.with(item.with(truth.item().audience()), job == null ? truth.change() : job));
        if (shown) {
            tables.feed(FeedName.home(next.author()))
                    .put(next.id().feedKey(), FeedRow.of(HomeItem.of(item, next.author())));
        }
    }

    private void permit(Post post, FeedRow truth, Audience audience, @Nullable JobId job) {
        tables.posts.put(post.id(), post.with(audience));
        replaceTruth(post, truth.with(truth.item().with(audience), job == null ? truth.change() : job));
        if (job != null && !audience.isEveryone()) {
            recall(post.id(), Kind.NARROWED, job);
        }
    }

    private void retract(Post post, FeedRow truth, JobId job) {
        tables.posts.remove(post.id());
        tables.retracted.put(post.id(), post.author());
        replaceTruth(
                post,
                new FeedRow(
                        truth.item(),
                        true,
                        tables.now().plus(tables.feedRetention).plus(TOMBSTONE_MARGIN),
                        job));
        tables.feed(FeedName.home(post.author())).remove(post.id().feedKey());
        tables.ledger.add(
                new LedgerEntry.Retracted(post.id(), post.author(), tables.now().truncatedTo(ChronoUnit.SECONDS)));
        recall(post.id(), Kind.RETRACTED, job);
    }

    private void replaceTruth(Post post, FeedRow row) {
        tables.feed(FeedName.author(post.author())).put(post.id().feedKey(), row);
    }

    private void recall(PostId post, Kind kind, JobId job) {
        Recall recall = new Recall(post, kind);
        tables.recalls.put(post, recall);
        tables.notices.add(new Notice.OfPost(recall, job));
    }
}
