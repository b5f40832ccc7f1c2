package io.feedmill.common.counter;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;

/** Sharded totals. Reads are strongly consistent. Thread-safe. */
public interface CounterStore {

    /** Zeros for an author who has completed nothing. */
    AuthorCounters author(UserId author);

    /** {@link PostCounters#ZERO} for a post that has come to nothing, or is not there. */
    PostCounters post(PostId post);
}
