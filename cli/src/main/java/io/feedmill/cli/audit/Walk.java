package io.feedmill.cli.audit;

import io.feedmill.common.feed.FeedPosition;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far an audit is.
 *
 * @param scans whether rows of the feeds are still to be scanned
 * @param scanned the last row that was; null: none
 * @param lastAuthor whose feed the scan met last: its next page may begin with more of it
 * @param authors those that are still to be audited, as far as they are known
 * @param author the one under way; null: none is
 */
public record Walk(
        boolean scans,
        @Nullable FeedPosition scanned,
        @Nullable UserId lastAuthor,
        List<UserId> authors,
        @Nullable AuthorWalk author) {

    static Walk begin(List<UserId> authors, boolean scans) {
        return new Walk(scans, null, null, authors, null);
    }

    boolean finished() {
        return !scans && authors.isEmpty() && author == null;
    }

    Walk with(@Nullable AuthorWalk next) {
        return new Walk(scans, scanned, lastAuthor, authors, next);
    }

    Walk withoutFirst(AuthorWalk begun) {
        return new Walk(scans, scanned, lastAuthor, authors.subList(1, authors.size()), begun);
    }

    Walk scannedTo(@Nullable FeedPosition position, @Nullable UserId metLast, List<UserId> found) {
        return new Walk(position != null, position, metLast, found, author);
    }
}
