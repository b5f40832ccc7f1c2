package io.feedmill.common.view;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.HashSet;
import java.util.List;

/**
 * Some viewers of one post.
 *
 * @param author of the post
 * @param viewers 1 to {@value #MAX} of them, each once
 */
public record PostViews(PostId post, UserId author, List<UserId> viewers) {
    /** With the counter and the ledger entry these fit into one transaction, which takes 100 writes. */
    public static final int MAX = 97;

    public PostViews {
        viewers = List.copyOf(viewers);
        if (viewers.isEmpty() || viewers.size() > MAX) {
            throw new IllegalArgumentException("1 to " + MAX + " viewers, not " + viewers.size());
        }
        if (new HashSet<>(viewers).size() < viewers.size()) {
            throw new IllegalArgumentException("a viewer is there twice");
        }
    }

    /** The same post's views by these viewers. */
    public PostViews by(List<UserId> others) {
        return new PostViews(post, author, others);
    }
}
