package io.feedmill.common.recall;

import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.PostId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A post that home feeds may still show to readers from whom a change takes it, without an end until they are as its author's feed says. */
public record Recall(PostId post, Kind kind, @Nullable RecallEnd end) {

    public Recall(PostId post, Kind kind) {
        this(post, kind, null);
    }

    /** Whether no handler can write any more what it read before the change, by a clock that is correct. */
    public boolean isOver(Instant now) {
        return end != null && !now.isBefore(end.at().plus(end.keepAfterEnd()));
    }

    /**
     * The end of a recall: when home feeds were as the author's feed says, in whole seconds by a worker's clock, and how much longer it is in force:
     * until no handler lives that read the post before its change.
     */
    public record RecallEnd(Instant at, Duration keepAfterEnd) {}

    public enum Kind implements LowerCaseName {
        /** No reader may see the post. */
        RETRACTED,
        /** Fewer readers than before may see the post: its author's feed says who. */
        NARROWED;
    }
}
