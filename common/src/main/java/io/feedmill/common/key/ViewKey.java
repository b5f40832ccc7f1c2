package io.feedmill.common.key;

/**
 * The partition key of the item that marks a view of a post: {@code <post id>_<viewer>}. Post ids are of
 * one length and have no {@code _}, so no two pairs share a key.
 */
public record ViewKey(PostId post, UserId viewer) {
    static final char SEPARATOR = '_';

    public String value() {
        return post.value() + SEPARATOR + viewer.value();
    }
}
