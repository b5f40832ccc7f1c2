package io.feedmill.api.recall;

import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall.Kind;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The recalls as this instance knew them at one time, and later ones. A page takes it before its query: an item that the query finds stale is recalled by then.
 *
 * @param kinds the recall of a post; null: none
 * @param stale null unless the table may have recalls for long that this copy lacks
 */
public record RecallCopy(
        Function<PostId, @Nullable Kind> kinds, @Nullable StaleReads stale) {

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
}
