package io.feedmill.common.counter;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Counts views of a post by 1 to {@value #MAX} viewers, ascending. The author is only the message group: the post says the true one. */
public record Views(PostId post, UserId author, List<UserId> viewers, SendHistory history) implements CollectedMessage {
    public static final MessageType<Views> TYPE = MessageType.of("views", Queue.VIEWS, Views::read);

    /** With the counter and the ledger entry these fit into one transaction, which takes 100 writes. */
    public static final int MAX = 97;

    public Views {
        QueueMessage.requireAscending("viewers", viewers);
        viewers = List.copyOf(viewers);
        if (viewers.isEmpty() || viewers.size() > MAX) {
            throw new IllegalArgumentException("viewers are 1 to " + MAX);
        }
    }

    public static Views of(PostId post, UserId author, UserId viewer) {
        return new Views(post, author, List.of(viewer), SendHistory.FIRST);
    }

    @Override
    public Optional<CollectedMessage> plus(CollectedMessage more) {
        List<UserId> both = Stream.concat(viewers.stream(), ((Views) more).viewers.stream())
                .distinct()
                .sorted()
                .toList();
        return both.size() > MAX ? Optional.empty() : Optional.of(new Views(post, author, both, history));
    }

    @Override
    public Views with(SendHistory now) {
        return new Views(post, author, viewers, now);
    }

    @Override
    public MessageType<Views> type() {
        return TYPE;
    }

    @Override
    public void write(ObjectNode json) {
        json.put("post", post.value());
        MessageCodec.users(json, "viewers", viewers);
    }

    private static Views read(MessageFields fields) {
        return new Views(fields.post("post"), fields.user("author"), fields.users("viewers"), fields.history());
    }
}
