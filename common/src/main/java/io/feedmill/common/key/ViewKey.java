package io.feedmill.common.key;

/** The partition key of a marker of a view: {@code <post id>_<viewer>}. Post ids are of one length and have no {@code _}. */
public record ViewKey(PostId post, UserId viewer) {
    static final char SEPARATOR = '_';

    public String value() {
        return post.value() + SEPARATOR + viewer.value();
    }
}
