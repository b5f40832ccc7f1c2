package io.feedmill.common.recall;

import io.feedmill.common.key.PostId;
import java.util.Locale;

/** A post that home feeds may still show to readers from whom a change takes it. */
public record Recall(PostId post, Kind kind) {

    /** The kind of change. */
    public enum Kind {
        /** No reader may see the post. */
        RETRACTED,
        /** Fewer readers than before may see the post: its author's feed says who. */
        NARROWED;

        /** As stored: lower case. */
        String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
