package io.feedmill.common.key;

/**
 * The partition key of the item that says that a user has reacted to a post: {@code <post id>_<kind>_<user>}. Neither
 * a post id nor a kind has a {@code _}, so no two triples share a key.
 *
 * @param kind a {@link ReactionKind}
 * @param user a {@link UserId}
 */
public record ReactionKey(PostId post, String kind, String user) {

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the kind is none, or the user is not a user's id
     */
    public ReactionKey {
        ReactionKind.require(kind);
        UserId.require(user);
    }

    public String value() {
        return post.value() + ViewKey.SEPARATOR + kind + ViewKey.SEPARATOR + user;
    }

    @Override
    public String toString() {
        return value();
    }
}
