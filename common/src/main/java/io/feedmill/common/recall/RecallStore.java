package io.feedmill.common.recall;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recalls. Changes of posts put them with a notice, the closes of their jobs end them. Thread-safe. */
public interface RecallStore {

    /** Returns all recalls, also those that have ended; no more than this number. Strongly consistent. */
    Listing<Recall> all(int max);

    /** Returns all notices, by one call a shard while there are few. Strongly consistent. */
    Listing<Notice> notices();

    /** Deletes notices. What is not deleted within seconds stays. */
    void delete(List<Notice> notices);

    /** Deletes an ended recall, on condition that it has this end. */
    void delete(Recall ended);

    /**
     * Ends a recall that no job will end; one that has an end keeps it.
     *
     * @param change the job of the post's last change, after which it was found (null: none): a later one recalls the post anew
     */
    void end(UserId author, PostId post, @Nullable JobId change);

    /** Returns the posts whose recalls have no end yet. Strongly consistent. */
    Set<PostId> open();

    /**
     * Rows as they were read.
     *
     * @param malformed keys of rows that no version writes
     */
    record Listing<T>(List<T> rows, List<String> malformed) {}
}
