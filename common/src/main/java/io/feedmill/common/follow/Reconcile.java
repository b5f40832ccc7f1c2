package io.feedmill.common.follow;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reconciles the home feed of a follower with a follow that began or ended, or ends the work of a request, which changes none.
 *
 * @param look the number of this look, from 1 to {@link FollowChange.Kind#looks}
 * @param reached this look has reconciled the home feed down to this key; null: nothing yet
 * @param seen the ticks of other unfollows that the look before saw, by author: what was read before them is not written any more
 */
public record Reconcile(
        FollowChange pair, int look, @Nullable FeedKey reached, Map<UserId, Long> seen, SendHistory history)
        implements QueueMessage {
    public static final MessageType<Reconcile> TYPE = new MessageType<>("reconcile", Queue.UPKEEP, 2, Reconcile::read);

    public static final int MAX_SEEN = 100;

    public Reconcile {
        if (look < 1 || look > pair.kind().looks()) {
            throw new IllegalArgumentException("look is not one of the pair's");
        }
        if (seen.size() > MAX_SEEN) {
            throw new IllegalArgumentException("seen are up to " + MAX_SEEN);
        }
    }

    public static Reconcile of(FollowChange pair) {
        return new Reconcile(pair, 1, null, Map.of(), SendHistory.FIRST);
    }

    @Override
    public Reconcile with(SendHistory now) {
        return new Reconcile(pair, look, reached, seen, now);
    }

    public Reconcile continued(FeedKey further) {
        return new Reconcile(pair, look, further, seen, history.continued());
    }

    /** The next look, which knows the unfollows that this one saw. Of more than {@link #MAX_SEEN} each author's has others. */
    public Reconcile nextLook(NavigableMap<UserId, FollowChange> others) {
        Map<UserId, Long> now = Stream.of(others.tailMap(author()), others.headMap(author()))
                .flatMap(half -> half.values().stream())
                .limit(MAX_SEEN)
                .collect(Collectors.toMap(FollowChange::author, FollowChange::tick));
        return new Reconcile(pair, look + 1, null, now, SendHistory.FIRST);
    }

    public boolean hasSeen(FollowChange other) {
        return Objects.equals(seen.get(other.author()), other.tick());
    }

    /** Whether no handler writes any more what it read before the change. */
    public boolean isLastLook() {
        return look > 1 || pair.kind() == FollowChange.Kind.FOLLOW;
    }

    /** The last look covers those before it. */
    @Override
    public boolean mayBeRechecked() {
        return isLastLook() && QueueMessage.super.mayBeRechecked();
    }

    /** Workers of the first version know no requests. */
    @Override
    public int version() {
        return pair.kind() == FollowChange.Kind.REQUEST ? 2 : 1;
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
    public FollowChange id() {
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
        if (!seen.isEmpty()) {
            ObjectNode ticks = json.putObject("seen");
            seen.forEach((other, tick) -> ticks.put(other.value(), tick));
        }
    }

    private static Reconcile read(MessageFields fields) {
        FollowChange pair = new FollowChange(
                fields.integer("shard"),
                fields.number("tick"),
                fields.user("follower"),
                fields.user("author"),
                LowerCaseName.find(FollowChange.Kind.values(), fields.string("change"))
                        .orElseThrow(() -> new IllegalArgumentException("change is not follow, unfollow or request")));
        return new Reconcile(
                pair, fields.integer("look"), fields.after(FeedKey::parse), fields.numbers("seen"), fields.history());
    }
}
