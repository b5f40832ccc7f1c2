package io.feedmill.common.feed;

import io.feedmill.common.key.JobId;
import org.jspecify.annotations.Nullable;

/** What the author's own feed says of a post: every writer of home feeds goes by it. */
public sealed interface Truth {

    /**
     * The post stands, at this revision.
     *
     * @param change the job of the last change of who may read it; null: there was none since it was published
     */
    record Live(FeedItem item, @Nullable JobId change) implements Truth {

        /** A post that is read by whom it was published for. */
        public Live(FeedItem item) {
            this(item, null);
        }
    }

    /** The post was retracted, or never was. */
    record Gone() implements Truth {}
}
