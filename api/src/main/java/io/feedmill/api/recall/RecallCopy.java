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
 * The recalls as this instance knew them at one time, and later ones; {@code stale} if it may lack some for long. A page takes it before its query:
 * an item that the query finds stale is recalled by then.
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

    /** Takes reads of author feeds, which a stale copy limits; throws 503 if they are used up. */
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

        /** Permits this number of reads a second, at least a page's; {@code refused} is told of each refused page. */
        ReadsWithoutRecalls(int perSecond, LongSupplier nanoTime, Runnable refused) {
            this.perSecond = perSecond;
            this.nanoTime = nanoTime;
            this.refused = refused;
            this.second = nanoTime.getAsLong();
        }

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
