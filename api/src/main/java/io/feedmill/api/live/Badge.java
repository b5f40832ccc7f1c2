package io.feedmill.api.live;

import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/** Counts what a user has not seen, for live feeds. Thread-safe. */
public interface Badge {
    /** Returns the number of now, when there is a permit; {@code before} (null: none) if nothing came and nothing was seen since it was counted. */
    Counted count(UserId user, @Nullable Counted before);

    /** The number of unseen notifications; {@code more}: there are more than these. */
    record Unseen(int unseen, boolean more) {}

    /** A number, with the marks of the user from before it was counted. */
    record Counted(Unseen number, Object marks) {}
}
