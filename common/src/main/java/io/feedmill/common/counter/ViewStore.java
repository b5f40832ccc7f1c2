package io.feedmill.common.counter;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.HashSet;
import java.util.List;

/** Views, each counted once for a post and a viewer; not those of posts older than {@code feedmill.retention.views}. Thread-safe. */
public interface ViewStore {

    /** The viewers who are not counted yet, in their order. Strongly consistent. */
    List<UserId> unseen(PostViews views);

    /**
     * Counts all of the viewers in one transaction: their markers, one increment and one ledger entry; so n views are n + 2 items. Returns false, and
     * writes nothing, if one of them is already counted.
     */
    boolean count(PostViews views);

    /**
     * Viewers of one post.
     *
     * @param author of the post
     * @param viewers 1 to {@value #MAX} of them, each once
     */
    record PostViews(PostId post, UserId author, List<UserId> viewers) {
        /** With the counter and the ledger entry these fit into one transaction, which takes 100 writes. */
        public static final int MAX = 97;

        public PostViews {
            viewers = List.copyOf(viewers);
            if (viewers.isEmpty() || viewers.size() > MAX) {
                throw new IllegalArgumentException("viewers are 1 to " + MAX);
            }
            if (new HashSet<>(viewers).size() < viewers.size()) {
                throw new IllegalArgumentException("Duplicate viewer");
            }
        }

        /** The same post's views by these viewers. */
        public PostViews by(List<UserId> others) {
            return new PostViews(post, author, others);
        }
    }
}
