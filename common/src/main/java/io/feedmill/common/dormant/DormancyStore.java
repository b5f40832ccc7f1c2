package io.feedmill.common.dormant;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long readers may be away. Thread-safe. */
public interface DormancyStore {

    /** Strongly consistent. */
    Dormancy get();

    /**
     * Changes it as {@link Dormancy#with}. A repetition writes nothing.
     *
     * @param away null: slices pass over nobody from now on
     * @return what it is after the call
     */
    Dormancy set(@Nullable Duration away);
}
