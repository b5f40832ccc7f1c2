package io.feedmill.common.view;

import io.feedmill.common.key.UserId;
import java.util.List;

/** Views, each counted once for a post and a viewer. Thread-safe. */
public interface ViewStore {

    /** Which of the viewers have not been counted, in their order. Strongly consistent. */
    List<UserId> unseen(PostViews views);

    /**
     * Counts all of the viewers in one transaction: their markers, one increment and one ledger entry; so n views are n + 2 items. False, and
     * nothing written, where one of them has been counted by now.
     */
    boolean count(PostViews views);
}
