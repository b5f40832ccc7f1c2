package io.feedmill.common.recall;

import io.feedmill.common.key.PostId;
import java.util.List;
import java.util.Set;

/** Recalls. Changes of posts put them, the closes of their jobs end them. Thread-safe. */
public interface RecallStore {

    /** Returns all recalls in force, also those that ended a while ago. Strongly consistent. */
    List<Recall> all();

    /** Returns the posts whose recalls have no end yet. Strongly consistent. */
    Set<PostId> open();
}
