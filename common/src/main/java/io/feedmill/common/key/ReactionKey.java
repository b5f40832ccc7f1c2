package io.feedmill.common.key;

import java.util.regex.Pattern;

/** The partition key of a user's reaction to a post: {@code <post id>_<kind>_<user>}. Neither a post id nor a kind has a {@code _}. */
public record ReactionKey(PostId post, String kind, UserId user) {
    private static final Pattern KIND = Pattern.compile("[a-z0-9-]{1,32}");

    public ReactionKey {
        if (!isKind(kind)) {
            throw Refusal.of("a kind of 1 to 32 characters from a-z 0-9 -", kind);
        }
    }

    /** Whether it is the name of a kind of reaction: 1 to 32 characters from a-z 0-9 -. */
    public static boolean isKind(String name) {
        return KIND.matcher(name).matches();
    }

    public String value() {
        return post.value() + ViewKey.SEPARATOR + kind + ViewKey.SEPARATOR + user.value();
    }
}
