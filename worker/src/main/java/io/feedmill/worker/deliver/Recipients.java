package io.feedmill.worker.deliver;

import io.feedmill.common.key.PostId;
import java.util.List;

/** Who is to have a post in the home feed: followers of its author, in ascending order. */
public record Recipients(PostId post, String author, List<String> users) {

    String first() {
        return users.getFirst();
    }

    String last() {
        return users.getLast();
    }

    /** These from the n-th on, which counts from 0. */
    List<String> from(int n) {
        return users.subList(Math.min(n, users.size()), users.size());
    }
}
