package io.feedmill.common.counter;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells of 1 to {@value #MAX} reactions to a post that were added or removed: their rows say which stand. The author is only the message group, as
 * that of {@link Views}.
 */
public record Reactions(PostId post, UserId author, Set<ReactionKey> reactions, SendHistory history)
        implements CollectedMessage {
    public static final MessageType<Reactions> TYPE = MessageType.of("reactions", Queue.VIEWS, Reactions::read);

    /** Fewer if the ids of their users are long. */
    public static final int MAX = 1_000;

    private static final String REACTIONS = "reactions";

    /** The maximum of bytes of a message without its reactions, and of a reaction beside the id and the kind. */
    private static final int BYTES = 512;

    private static final int BYTES_EACH = 9;

    public Reactions {
        reactions = Set.copyOf(reactions);
        if (reactions.isEmpty() || reactions.size() > MAX) {
            throw new IllegalArgumentException("reactions are 1 to " + MAX);
        }
    }

    public static Reactions of(ReactionKey reaction, UserId author) {
        return new Reactions(reaction.post(), author, Set.of(reaction), SendHistory.FIRST);
    }

    /** Returns who added or removed one. */
    public SortedSet<UserId> users() {
        return reactions.stream().map(ReactionKey::user).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Optional<CollectedMessage> plus(CollectedMessage more) {
        Set<ReactionKey> both = new HashSet<>(reactions);
        both.addAll(((Reactions) more).reactions);
        return both.size() > MAX || bytes(both) > MessageCodec.MAX_BYTES
                ? Optional.empty()
                : Optional.of(new Reactions(post, author, both, history));
    }

    private static int bytes(Set<ReactionKey> reactions) {
        return BYTES
                + reactions.stream()
                        .mapToInt(reaction -> BYTES_EACH
                                + reaction.kind().length()
                                + reaction.user().value().length())
                        .sum();
    }

    @Override
    public Reactions with(SendHistory now) {
        return new Reactions(post, author, reactions, now);
    }

    @Override
    public MessageType<Reactions> type() {
        return TYPE;
    }

    @Override
    public void write(ObjectNode json) {
        ObjectNode kinds = json.put("post", post.value()).putObject(REACTIONS);
        reactions.stream()
                .collect(Collectors.groupingBy(
                        ReactionKey::kind, TreeMap::new, Collectors.mapping(ReactionKey::user, Collectors.toList())))
                .forEach((kind, users) ->
                        MessageCodec.users(kinds, kind, users.stream().sorted().toList()));
    }

    private static Reactions read(MessageFields fields) {
        PostId post = fields.post("post");
        JsonNode kinds = fields.json().path(REACTIONS);
        if (!kinds.isObject() || !kinds.propertyNames().stream().allMatch(ReactionKey::isKind)) {
            throw new IllegalArgumentException("reactions are not users by kind");
        }
        MessageFields users = new MessageFields(kinds);
        Set<ReactionKey> reactions = kinds.propertyNames().stream()
                .flatMap(kind -> users.users(kind).stream().map(user -> new ReactionKey(post, kind, user)))
                .collect(Collectors.toSet());
        return new Reactions(post, fields.user("author"), reactions, fields.history());
    }
}
