package io.feedmill.common.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.key.KeyTemplate;
import io.feedmill.common.key.UserId;
import java.util.Base64;
import java.util.List;

/** A group of notifications of a user: all of one kind about one object, such as the reactions to a post. */
public record NotificationKey(UserId user, String kind, String object) {
    /** To a post, which is the object. */
    public static final String REACTION = "reaction";

    /** In a post, which is the object. */
    public static final String MENTION = "mention";

    /** Follows of the user. The object is empty: there is one group. */
    public static final String FOLLOW = "follow";

    /** Requests to follow the user. The object is empty. */
    public static final String REQUEST = "request";

    private static final KeyTemplate SORT_KEY = new KeyTemplate('#', 2);

    /** The inverse of {@link #sortKey}. */
    static NotificationKey of(UserId user, String sortKey) {
        List<String> parts = SORT_KEY.decode(sortKey);
        return new NotificationKey(user, parts.getFirst(), parts.getLast());
    }

    /** The inverse of {@link #id}; throws an {@link IllegalArgumentException} for any other text. */
    public static NotificationKey ofId(UserId user, String id) {
        return of(user, new String(Base64.getUrlDecoder().decode(id), UTF_8));
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
