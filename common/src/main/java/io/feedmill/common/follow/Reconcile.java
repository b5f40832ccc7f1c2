package io.feedmill.common.follow;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reconciles the home feed of a follower with a follow that began or ended.
 *
 * @param look the number of this look, from 1 to {@link PairChange.Kind#looks}
 * @param reached this look has reconciled the home feed down to this key; null: nothing yet
 */
public record Reconcile(PairChange pair, int look, @Nullable FeedKey reached, Sending sending) implements QueueMessage {
    public static final MessageType<Reconcile> TYPE = MessageType.of("reconcile", Queue.UPKEEP, Reconcile::read);

    public Reconcile {
        if (look < 1 || look > pair.kind().looks()) {
            throw new IllegalArgumentException("look is not one of the pair's");
        }
    }

    public static Reconcile of(PairChange pair) {
        return new Reconcile(pair, 1, null, Sending.FIRST);
    }

    @Override
    public Reconcile with(Sending now) {
        return new Reconcile(pair, look, reached, now);
    }

    /** The message that continues this look. */
    public Reconcile goOn(FeedKey further) {
        return new Reconcile(pair, look, further, sending.goOn());
    }

    public Reconcile nextLook() {
        return new Reconcile(pair, look + 1, null, Sending.FIRST);
    }

    public boolean isLastLook() {
        return look == pair.kind().looks();
    }

    /** The last look covers those before it. */
    @Override
    public boolean mayBeRechecked() {
        return isLastLook() && QueueMessage.super.mayBeRechecked();
    }

    @Override
    public MessageType<Reconcile> type() {
        return TYPE;
    }

    @Override
    public UserId author() {
        return pair.author();
    }

    @Override
    public String subject() {
        return "pair";
    }

    @Override
    public PairChange id() {
        return pair;
    }

    @Override
    public @Nullable String after() {
        return reached == null ? null : reached.value();
    }

    @Override
    public void write(ObjectNode json) {
        json.put("follower", pair.follower().value())
                .put("change", pair.kind().value())
                .put("tick", pair.tick())
                .put("shard", pair.shard())
                .put("look", look);
    }

    private static Reconcile read(MessageFields fields) {
        PairChange pair = new PairChange(
                fields.integer("shard"),
                fields.number("tick"),
                fields.user("follower"),
                fields.user("author"),
                PairChange.Kind.of(fields.string("change"))
                        .orElseThrow(() -> new IllegalArgumentException("change is not follow or unfollow")));
        return new Reconcile(pair, fields.integer("look"), fields.after(FeedKey::parse), fields.sending());
    }
}
