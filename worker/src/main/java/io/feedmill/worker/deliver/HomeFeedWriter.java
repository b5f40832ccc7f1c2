package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.storage.StorageException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Writes home feeds by {@link ReconcileLoop}s. The source of truth is the author feed row of the post and the follow row of the reader. */
@Component
public final class HomeFeedWriter {
    static final Progress NOTHING = new Progress(0, 0);

    private final FeedStore feeds;
    private final FollowStore follows;
    private final ReaderStore readers;

    public HomeFeedWriter(FeedStore feeds, FollowStore follows, ReaderStore readers) {
        this.feeds = feeds;
        this.follows = follows;
        this.readers = readers;
    }

    /**
     * Delivers to all recipients.
     *
     * @param progress of an earlier attempt; null: none
     */
    public Delivery deliver(Recipients to, @Nullable Progress progress, WriteOptions terms) {
        if (to.users().isEmpty()) {
            return new Delivery.Done(0, to.left(), NOTHING);
        }
        RecipientWriter writer = new RecipientWriter(to, progress == null ? NOTHING : progress, terms);
        try {
            Optional<Truth> written = ReconcileLoop.run(() -> feeds.truth(to.author(), to.post()), writer::write);
            if (written.isEmpty()) {
                return new Delivery.Unfinished(writer.reached());
            }
            return switch (written.get()) {
                case Truth.Live live -> settleLeavers(to, live.item(), writer.reached(), terms);
                case Truth.Gone gone ->
                    new Delivery.Done(0, to.left().plus(Skipped.gone(to.users().size())), NOTHING);
            };
        } catch (StorageException e) {
            return writer.unfinished(e);
        }
    }

    /** Whether the post is still as the job found it. Strongly consistent. */
    public boolean isUnchangedSince(Job job) {
        Truth truth = feeds.truth(job.author(), job.post());
        return job.publishes() ? truth.isFirst() : job.id().equals(truth.change());
    }

    /** Returns the change after that of this job, if there was one. Its job goes to all recipients after this one. Strongly consistent. */
    public Optional<JobId> laterChange(Job job) {
        return Optional.ofNullable(feeds.truth(job.author(), job.post()).change())
                .filter(change -> !change.equals(job.id()));
    }

    /** Writes the recipients' rows, and keeps how far it came. */
    private final class RecipientWriter {
        private final Recipients to;
        private final Progress before;
        private final WriteOptions terms;
        private @Nullable Progress reached;

        RecipientWriter(Recipients to, Progress before, WriteOptions terms) {
            this.to = to;
            this.before = before;
            this.terms = terms;
        }

        boolean write(Truth truth) {
            return switch (truth) {
                case Truth.Live live -> {
                    int skipped = continues(live) ? before.written() : 0;
                    BatchResult result = write(live, skipped);
                    reached =
                            new Progress(skipped + result.written(), live.item().revision(), live.change());
                    yield result.complete();
                }
                case Truth.Gone gone -> {
                    reached = NOTHING;
                    yield feeds.deleteHome(to.post(), to.users(), terms).complete();
                }
            };
        }

        /** Only for the same readers is the order of writes the same. */
        private boolean continues(Truth.Live live) {
            return before.revision() == live.item().revision() && Objects.equals(before.change(), live.change());
        }

        /**
         * Puts the post for recipients whom its audience admits, then deletes it for the others. No other recipient of a range can have it unless a
         * permission changed.
         */
        private BatchResult write(Truth.Live live, int skipped) {
            FeedItem item = live.item();
            List<UserId> admitted = admitted(item, to.users());
            BatchResult put = feeds.putHome(item.via(Via.FOLLOW), after(admitted, skipped), terms);
            if (!put.complete()
                    || (to.range() && live.change() == null)
                    || admitted.size() == to.users().size()) {
                return put;
            }
            List<UserId> others = to.users().stream()
                    .filter(user -> !item.audience().admits(user))
                    .toList();
            BatchResult deleted = feeds.deleteHome(item.post(), after(others, skipped - admitted.size()), terms);
            return new BatchResult(put.written() + deleted.written(), deleted.complete());
        }

        Progress reached() {
            return reached == null ? NOTHING : reached;
        }

        /** Written rows stay written when a later read fails for now. The next attempt reads the truth first. */
        Delivery unfinished(StorageException e) {
            if (e.isPermanent() || reached == null) {
                throw e;
            }
            return new Delivery.Unfinished(reached);
        }
    }

    private static List<UserId> admitted(FeedItem item, List<UserId> users) {
        return users.stream().filter(item.audience()::admits).toList();
    }

    private static List<UserId> after(List<UserId> users, int written) {
        return users.subList(Math.clamp(written, 0, users.size()), users.size());
    }

    /**
     * Deletes the rows of this delivery for recipients who stopped following before the write. From the first delete on, a next attempt starts
     * over: a leaver who follows again before it has no row.
     */
    private Delivery settleLeavers(Recipients to, FeedItem item, Progress reached, WriteOptions terms) {
        return withoutLeavers(to, terms)
                .<Delivery>map(present -> {
                    int delivered = admitted(item, present.users()).size();
                    boolean untouched = present.users().size() == to.users().size();
                    Skipped others = new Skipped(0, present.users().size() - delivered, 0, 0);
                    return new Delivery.Done(delivered, present.left().plus(others), untouched ? reached : NOTHING);
                })
                .orElseGet(() -> new Delivery.Unfinished(NOTHING));
    }

    /** Removes recipients who do not follow any more, and deletes their rows. Returns empty if that does not finish. */
    Optional<Recipients> withoutLeavers(Recipients to, WriteOptions terms) {
        List<UserId> leavers = to.leavers(follows);
        if (leavers.isEmpty()) {
            return Optional.of(to);
        }
        Recipients present = to.without(leavers, readers);
        return settle(to, leavers, terms) ? Optional.of(present) : Optional.empty();
    }

    /** Returns false if the time ran out or the store failed for now. */
    private boolean settle(Recipients to, List<UserId> leavers, WriteOptions terms) {
        try {
            return leavers.stream().allMatch(user -> settle(new Follow(user, to.author()), to.post(), terms));
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            return false;
        }
    }

    private record FollowAndTruth(boolean follows, Truth truth) {}

    private boolean settle(Follow follow, PostId post, WriteOptions terms) {
        List<UserId> user = List.of(follow.follower());
        return ReconcileLoop.run(
                        () -> new FollowAndTruth(follows.follows(follow), feeds.truth(follow.author(), post)), now -> {
                            boolean reads = now.follows()
                                    && now.truth() instanceof Truth.Live live
                                    && live.item().audience().admits(follow.follower());
                            Truth row = reads ? now.truth() : new Truth.Gone();
                            return write(row, post, user, live -> live.via(Via.FOLLOW), terms)
                                    .complete();
                        })
                .isPresent();
    }

    /** Delivers to the author's own home feed. */
    public Delivery deliverToAuthor(PostId post, UserId author, WriteOptions terms) {
        return deliver(post, author, List.of(author), item -> item.via(Via.SELF), terms);
    }

    /** Delivers to these home feeds, whether their owners follow the author or not. */
    public Delivery announce(PostId post, UserId author, List<UserId> users, WriteOptions terms) {
        return users.isEmpty()
                ? new Delivery.Done(0, Skipped.NONE, NOTHING)
                : deliver(post, author, users, HomeFeedWriter::announced, terms);
    }

    /** No job updates this row when the post changes. Its limited audience makes readers ask the author's feed. */
    private static FeedItem announced(FeedItem item) {
        return item.via(Via.ANNOUNCEMENT).with(new Audience.Limited());
    }

    private Delivery deliver(
            PostId post, UserId author, List<UserId> users, UnaryOperator<FeedItem> row, WriteOptions terms) {
        return ReconcileLoop.run(
                        () -> feeds.truth(author, post),
                        truth -> write(truth, post, users, row, terms).complete())
                .<Delivery>map(truth ->
                        new Delivery.Done(truth instanceof Truth.Live ? users.size() : 0, Skipped.NONE, NOTHING))
                .orElseGet(() -> new Delivery.Unfinished(NOTHING));
    }

    private BatchResult write(
            Truth truth, PostId post, List<UserId> users, UnaryOperator<FeedItem> row, WriteOptions terms) {
        return switch (truth) {
            case Truth.Live live -> feeds.putHome(row.apply(live.item()), users, terms);
            case Truth.Gone gone -> feeds.deleteHome(post, users, terms);
        };
    }
}
