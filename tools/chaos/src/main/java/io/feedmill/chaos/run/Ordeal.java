package io.feedmill.chaos.run;

import io.feedmill.chaos.check.Follows;
import io.feedmill.chaos.check.Published;
import io.feedmill.stack.load.PostStream;
import io.feedmill.stack.load.PostStream.Sent;
import java.time.Instant;
import java.util.List;

/**
 * What Feedmill went through, and what it was asked meanwhile.
 *
 * @param quiet when the last fault was over
 * @param unanswered posts that were given up, a sentence each
 */
record Ordeal(
        Deeds deeds, Published published, Follows follows, List<Sent> sent, List<String> unanswered, Instant quiet) {

    static Ordeal of(String marker, Deeds deeds, PostStream posts, Follows follows, Instant quiet) {
        List<Sent> sent = posts.sent();
        return new Ordeal(deeds, new Published(marker, sent, follows), follows, sent, posts.unanswered(), quiet);
    }
}
