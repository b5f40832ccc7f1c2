package io.feedmill.api.recall;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall.Kind;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The recalls as this instance knew them at one time, and later ones. A page takes it before its query: an item that the query finds stale is recalled by then.
 *
 * @param kinds the recall of a post; null: none
 * @param stale null unless the table may have recalls for long that this copy lacks
 */
public record RecallCopy(
        Function<PostId, @Nullable Kind> kinds, @Nullable ReadsWithoutRecalls stale) {

    /** Whether no page shows the post. */
    public boolean isRetracted(PostId post) {
        return kinds.apply(post) == Kind.RETRACTED;
    }

    /** Whether fewer may read the post than before. */
    public boolean isNarrowed(PostId post) {
        return kinds.apply(post) == Kind.NARROWED;
    }

    /** Whether a page asks the author's feed about the post: about a narrowed one, and about all if the copy is stale. */
    public boolean asksAbout(PostId post) {
        return stale != null || isNarrowed(post);
    }

    /**
     * Takes reads of author feeds, which a stale copy limits.
     *
     * @throws io.feedmill.api.problem.ProblemException 503 if they are used up
     */
    public void takeReads(int posts) {
        if (stale != null) {
            stale.take(posts);
        }
    }

    /** Bounds the items a second about which pages ask the author feeds while the copy of the recalls is stale. Thread-safe. */
    static final class ReadsWithoutRecalls {
        private final int perSecond;
        private final LongSupplier nanoTime;
        private final Runnable refused;
        private long second;
        private int taken;

        /**
         * @param perSecond at least a page's items
         * @param nanoTime a monotonic clock
         * @param refused is told of each refused page
         */
        ReadsWithoutRecalls(int perSecond, LongSupplier nanoTime, Runnable refused) {
            this.perSecond = perSecond;
            this.nanoTime = nanoTime;
            this.refused = refused;
            this.second = nanoTime.getAsLong();
        }

        /**
         * Takes the reads of a page.
         *
         * @throws ProblemException 503 if they are used up
         */
        synchronized void take(int count) {
            long now = nanoTime.getAsLong();
            if (now - second >= TimeUnit.SECONDS.toNanos(1)) {
                second = now;
                taken = 0;
            }
            if (taken + count > perSecond) {
                refused.run();
                throw ProblemException.retryable(
                        ProblemType.STORAGE_UNAVAILABLE,
                        "Retracted posts are not known at the moment, and too many pages ask about theirs; retry later.");
            }
            taken += count;
        }
    }
}
