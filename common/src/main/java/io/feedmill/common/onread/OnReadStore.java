package io.feedmill.common.onread;

import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Optional;

/** The list of {@link OnReadAuthor}s. Thread-safe. */
public interface OnReadStore {
    /** The maximum number of authors. Two processes that list others at the same time may pass it. */
    int MAX = 10_000;

    /** Returns all authors, in the order of their ids, also those who were taken off within the retention. Strongly consistent. */
    List<OnReadAuthor> all();

    /** Lists the author, unless the list has this author: also one who was taken off stays as is. */
    ListResult listIfAbsent(UserId author);

    /**
     * Lists the author. One who was taken off is on read again from a minute later. A repetition writes nothing.
     *
     * @param everyone whether pages of all readers have the posts; of a listed author it changes at once
     */
    ListResult list(UserId author, boolean everyone);

    /**
     * Takes the author off the list, from a minute later. The entry stays until home feeds keep no post of it any more. A repetition writes nothing.
     *
     * @return the entry; empty if the list does not have the author
     */
    Optional<OnReadAuthor> takeOff(UserId author);

    /** The outcome of listing an author. */
    enum ListResult {
        /** The author is on the list. */
        LISTED,
        /** The author was on the list, and nothing was written. */
        UNCHANGED,
        /** The list has the maximum of authors. Nothing was written. */
        FULL
    }
}
