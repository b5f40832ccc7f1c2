package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditState.AuthorPosition;
import io.feedmill.cli.audit.AuditState.Position;
import io.feedmill.cli.audit.Auditor.AuditRun;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore.ReaderScan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** The pages of a segment of an audit. */
record AuditPages(
        AuditRun run,
        Segment segment,
        AuthorAudit authors,
        ExtraCheck extras,
        LostWork lostWork,
        RefreshedRows refreshed) {
    private static final int SCAN_ROWS = 1_000;

    /** About the megabyte that a Scan returns at most. A reader's follows are read for each page that has some of the reader's items. */
    private static final int HOME_ROWS = 5_000;

    /**
     * Checks the next page. A scan of the author feeds finds authors. Each author: counters, then posts and their jobs, their followers' items, counters
     * again. Then a scan of the home feeds finds extra items. At the end the rows of readers, the open jobs, in the first segment the recalls,
     * notifications and counts of posts, and the suspects among these again.
     */
    Position checkNext(Position at) {
        AuthorPosition author = at.author();
        if (author != null) {
            return checkAuthor(at, author);
        }
        if (!at.authors().isEmpty()) {
            return at.withoutFirstAuthor(authors.readCounters(at.authors().getFirst()));
        }
        if (at.mustConfirm()) {
            refreshed.confirm(at.suspects());
            return at.with(List.of());
        }
        return switch (at.scans().getFirst()) {
            case AUTHORS -> scanAuthors(at);
            case HOMES -> scanHomes(at);
            case READERS -> scanReaders(at);
            case JOBS -> scanJobs(at);
            case NOTIFICATIONS ->
                scanned(at, run.stores().notifications().scan(segment, at.after(), SCAN_ROWS), refreshed::ofGroup);
            case COUNTERS ->
                scanned(at, run.stores().counters().scanCounts(segment, at.after(), SCAN_ROWS), refreshed::ofCounts);
        };
    }

    private Position checkAuthor(Position at, AuthorPosition author) {
        if (!author.posts().isEmpty()) {
            return at.within(authors.checkFollowers(author));
        }
        if (author.morePosts()) {
            return at.within(authors.checkPosts(author));
        }
        authors.checkCounters(author);
        return at.within(null);
    }

    private Position scanAuthors(Position at) {
        Page<StoredItem, RowKey> page = run.stores().feeds().scanAuthors(segment, at.after(), SCAN_ROWS);
        // The rows of a feed are adjacent, across pages too.
        List<UserId> found = page.items().stream()
                .map(row -> row.feed().writer())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        List<UserId> unknown =
                found.stream().filter(author -> !author.equals(at.lastAuthor())).toList();
        return at.scannedAuthors(page.next(), found.isEmpty() ? at.lastAuthor() : found.getLast(), unknown);
    }

    private Position scanHomes(Position at) {
        Page<StoredItem, RowKey> page = run.stores().feeds().scanHomes(segment, at.after(), HOME_ROWS);
        List<StoredItem> rows = page.items().stream()
                .filter(row -> run.options().includes(row.item().author()))
                .toList();
        run.results().add(Counter.SCANNED, rows.size());
        ExtraCheck.Result checked = extras.check(rows);
        checked.extras().forEach(extra -> run.results().found(extra.finding()));
        run.results().unsettled(checked.unsettled());
        run.repairs().extras(checked.extras());
        return at.scanned(page.next());
    }

    private Position scanReaders(Position at) {
        ReaderScan page = run.stores().readers().scan(segment, at.after(), SCAN_ROWS);
        List<FollowChange> lost = lostWork.hidden(page.unfollows().stream()
                .filter(unfollow -> run.options().includes(unfollow.author()))
                .toList());
        lost.forEach(unfollow -> run.results().found(Finding.hidden(unfollow)));
        run.repairs().lost(lost);
        List<Follow> forbidden = lostWork.forbidden(page.blocks()).stream()
                .filter(follow -> run.options().includes(follow.author()))
                .toList();
        forbidden.forEach(follow -> run.results().found(Finding.forbiddenFollow(follow)));
        run.repairs().forbidden(forbidden);
        return at.scanned(page.next());
    }

    private static <T> Position scanned(Position at, Page<T, RowKey> page, Function<T, Stream<Finding>> check) {
        Stream<Finding> found = page.items().stream().flatMap(check);
        return at.with(Stream.concat(at.suspects().stream(), found).toList()).scanned(page.next());
    }

    private Position scanJobs(Position at) {
        Page<JobId, RowKey> page = run.stores().jobs().scanOpen(segment, at.after(), SCAN_ROWS);
        authors.checkOpen(page.items());
        if (page.next() == null && segment.index() == 0) {
            lostWork.recalls().forEach(found -> {
                run.results().found(Finding.recall(found.post(), found.author()));
                run.repairs().recall(found);
            });
        }
        return at.scanned(page.next());
    }
}
