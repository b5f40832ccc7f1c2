package io.feedmill.common.key;

/**
 * The partition key of the item that says that somebody has viewed a post: {@code <post id>_<viewer>}. Post ids are of
 * one length and have no {@code _}, so no two pairs share a key.
 *
 * @param viewer a {@link UserId}
 */
public record ViewKey(PostId post, String viewer) {
    static final char SEPARATOR = '_';

    /**
     * Checks the viewer.
     *
     * @throws IllegalArgumentException if it is not a user's id
     */
    public ViewKey {
        UserId.require(viewer);
    }

    public String value() {
        return post.value() + SEPARATOR + viewer;
    }

    @Override
    public String toString() {
        return value();
    }
}
