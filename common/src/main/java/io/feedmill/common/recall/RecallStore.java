package io.feedmill.common.recall;

import java.util.List;

/** Recalls. Changes of posts put them, the closes of their jobs end them. Thread-safe. */
public interface RecallStore {

    /** Returns all recalls in force, also those that ended a while ago. Strongly consistent. */
    List<Recall> all();
}
