package io.feedmill.common.counter;

/** Sharded totals. Reads are strongly consistent. Thread-safe. */
public interface CounterStore {

    /** Zeros for an author who has completed nothing. */
    AuthorCounters author(String author);
}
