package io.feedmill.stack.verify;

import io.feedmill.stack.client.Counters;
import io.feedmill.stack.client.PublishedPost;
import java.util.List;

/** What a run should have brought about. */
public interface Expectations {

    Posts posts();

    /** Everybody whose home feed is to be read. */
    List<String> readers();

    /** What the reader's home feed is to hold: what they wrote, and what those wrote whom they follow. */
    Expected homeFeed(String reader);

    /** How many followers are to get the post. */
    Range recipients(PublishedPost post);

    /** The author's counters before the run. */
    Counters before(String author);
}
