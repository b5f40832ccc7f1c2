package io.feedmill.common.rights;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What was taken back from callers, by the name in their tokens. An unknown name has a row as soon as something is taken back from it. Thread-safe. */
public interface RightsStore {
    /** Stands for all callers: no token has an empty name. */
    String ALL = "";

    /** Returns what holds for the caller, without what holds for all. Strongly consistent. */
    Rights find(String caller);

    /**
     * Changes what holds for the caller, and puts a {@link io.feedmill.common.recall.Notice} of it, in one transaction.
     *
     * @param tokensNotBefore 1970 to 2262; null: stays
     * @param suspended null: stays
     */
    void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended);

    /**
     * What holds for a caller.
     *
     * @param tokensNotBefore tokens that were issued before are not valid; null: all are
     * @param suspended whether the caller may make no call, and nobody a call as this user
     */
    record Rights(@Nullable Instant tokensNotBefore, boolean suspended) {
        public static final Rights FULL = new Rights(null, false);
    }
}
