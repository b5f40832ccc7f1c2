package io.feedmill.common.onread;

import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Mode;

/**
 * An author whose posts no job brings to home feeds: pages read them from the author's feed; if not {@code listed}, only earlier posts. If
 * {@code everyone}, the pages of all readers have the posts, as announcements, not only those of followers.
 */
public record OnReadAuthor(UserId author, boolean listed, boolean everyone) {

    /** Whether pages read posts of this mode from the author's feed: those on read, and of a listed author of everyone all. */
    public boolean reads(Mode mode) {
        return mode == Mode.ON_READ || (everyone && listed);
    }
}
