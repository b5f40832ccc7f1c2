package io.feedmill.common.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.key.KeyTemplate;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import java.util.Base64;
import java.util.List;

/**
 * A group of notifications of a user: all of one kind about one object, such as the reactions to a post.
 *
 * @param kind 1 to 32 characters from a-z 0-9 -
 * @param object up to {@value #MAX_OBJECT} characters
 */
public record NotificationKey(UserId user, String kind, String object) {
    public static final int MAX_OBJECT = 128;

    /** To a post, which is the object. */
    public static final String REACTION = "reaction";

    /** In a post, which is the object. */
    public static final String MENTION = "mention";

    /** Follows of the user. The object is empty: there is one group. */
    public static final String FOLLOW = "follow";

    /** Requests to follow the user. The object is empty. */
    public static final String REQUEST = "request";

    private static final KeyTemplate SORT_KEY = new KeyTemplate('#', 2);

    /** Refuses what is no key of a group, with an {@link IllegalArgumentException}. */
    public NotificationKey {
        if (!ReactionKey.isKind(kind)
                || object.length() > MAX_OBJECT
                || !UTF_8.newEncoder().canEncode(object)) {
            throw new IllegalArgumentException("Invalid kind or object of a notification");
        }
    }

    /** The inverse of {@link #sortKey}. */
    static NotificationKey of(UserId user, String sortKey) {
        List<String> parts = SORT_KEY.decode(sortKey);
        return new NotificationKey(user, parts.getFirst(), parts.getLast());
    }

    /** The inverse of {@link #id}; throws an {@link IllegalArgumentException} for any other text. */
    public static NotificationKey ofId(UserId user, String id) {
        NotificationKey key = of(user, new String(Base64.getUrlDecoder().decode(id), UTF_8));
        if (!key.id().equals(id)) {
            throw new IllegalArgumentException("Invalid id of a notification");
        }
        return key;
    }

    /** Returns {@code <kind>#<object>}, escaped. */
    String sortKey() {
        return SORT_KEY.encode(kind, object);
    }

    /** Returns the name of the group among those of its user, for paths. */
    public String id() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sortKey().getBytes(UTF_8));
    }
}
