package io.feedmill.common.key;

/**
 * The partition key of the item that says that a user has reacted to a post: {@code <post id>_<kind>_<user>}. Neither
 * a post id nor a kind has a {@code _}, so no two triples share a key.
 *
 * @param kind a {@link ReactionKind}
 */
public record ReactionKey(PostId post, String kind, UserId user) {

    /**
     * Checks the kind.
     *
     * @throws IllegalArgumentException if the kind is invalid
     */
    public ReactionKey {
        ReactionKind.require(kind);
    }

    public String value() {
        return post.value() + ViewKey.SEPARATOR + kind + ViewKey.SEPARATOR + user.value();
    }

    @Override
    public String toString() {
        return value();
    }
}
