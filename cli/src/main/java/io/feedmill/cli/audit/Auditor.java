package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditState.AuthorPosition;
import io.feedmill.cli.audit.AuditState.Position;
import io.feedmill.common.Stores;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedScan;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** An audit, from its beginning or from the state of an earlier run. For one run. */
public final class Auditor {
    private static final int SCAN_ROWS = 1_000;

    private final FeedStore feeds;
    private final AuditOptions options;
    private final AuditState start;
    private final Clock clock;
    private final DoubleSupplier readUnits;
    private final AuditResults results;
    private final AuthorAudit authors;
    private final ExtraCheck extras;

    /**
     * Prepares a run.
     *
     * @param start the state to continue from
     * @param readUnits returns the read units consumed in this run
     */
    public Auditor(
            Stores stores,
            QueueSender sender,
            AuditOptions options,
            AuditState start,
            Clock clock,
            DoubleSupplier readUnits) {
        this.feeds = stores.feeds();
        this.options = options;
        this.start = start;
        this.clock = clock;
        this.readUnits = readUnits;
        this.results = new AuditResults(options.maxFindings(), start.results());
        AuthorAudit.FollowerPages followers = options.sample() == 0
                ? stores.follows()::followersSince
                : new FollowerSample(stores.follows(), options.sample(), start.seed());
        RepairSender repairs = new RepairSender(options.repair() ? sender : null, results);
        this.authors = new AuthorAudit(stores, followers, options.guarantee(), clock, results, repairs);
        this.extras = new ExtraCheck(stores, clock);
    }

    /** Runs to the end and reports the state after each page. */
    public AuditState run(Consumer<AuditState> afterPage) {
        Instant begun = clock.instant();
        AuditState state = start;
        while (!state.position().finished()) {
            state = state(checkNextPage(state.position()), begun);
            afterPage.accept(state);
        }
        return state;
    }

    /** The scan finds authors and extra items. Each author: counters, then posts and their jobs, their followers' items, counters again. */
    private Position checkNextPage(Position at) {
        AuthorPosition author = at.author();
        if (author == null && at.authors().isEmpty()) {
            return scan(at);
        }
        if (author == null) {
            return at.withoutFirstAuthor(authors.readCounters(at.authors().getFirst()));
        }
        if (!author.posts().isEmpty()) {
            return at.within(authors.checkFollowers(author));
        }
        if (author.morePosts()) {
            return at.within(authors.checkPosts(author));
        }
        authors.checkCounters(author);
        return at.within(null);
    }

    private Position scan(Position at) {
        FeedScan page = feeds.scan(at.scanned(), SCAN_ROWS);
        if (options.extras()) {
            List<StoredItem> homeRows = page.items().stream()
                    .filter(row -> row.feed().reader() != null)
                    .filter(row -> options.includes(row.item().author()))
                    .toList();
            results.add(Counter.SCANNED, homeRows.size());
            extras.check(homeRows).forEach(results::found);
        }
        List<UserId> found = authorsOf(page);
        List<UserId> unknown = found.stream()
                .filter(author -> options.author() == null && !author.equals(at.lastAuthor()))
                .toList();
        return at.scannedTo(page.next(), found.isEmpty() ? at.lastAuthor() : found.getLast(), unknown);
    }

    /** The rows of a feed are adjacent, across pages too. */
    private static List<UserId> authorsOf(FeedScan page) {
        return page.items().stream()
                .map(row -> row.feed().writer())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private AuditState state(Position position, Instant begun) {
        long millis = Duration.between(begun, clock.instant()).toMillis();
        return new AuditState(
                start.audit(),
                start.seed(),
                position,
                results.snapshot(),
                start.readUnits() + readUnits.getAsDouble(),
                start.millis() + millis);
    }
}
