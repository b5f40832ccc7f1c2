package io.feedmill.cli.audit;

import io.feedmill.common.Stores;
import io.feedmill.common.feed.FeedScan;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.StoredItem;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** An audit, page by page, from its beginning or from where an earlier run of it stopped. For one run. */
public final class Auditor {
    private static final int SCAN = 1_000;

    private final FeedStore feeds;
    private final AuditOptions options;
    private final AuditState start;
    private final Clock clock;
    private final DoubleSupplier readUnits;
    private final Results results;
    private final AuthorAudit authors;
    private final ExtraCheck extras;

    /**
     * Prepares a run.
     *
     * @param start the state to go on from
     * @param readUnits what was consumed so far in this run
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
        this.results = new Results(options.kept(), start.results());
        Followers followers = options.sample() == 0
                ? stores.follows()::followersSince
                : new Sample(stores.follows(), options.sample(), start.seed());
        Repairs repairs = options.repair() ? Repairs.by(sender, results) : Repairs.none();
        this.authors = new AuthorAudit(stores, followers, options.promise(), clock, results, repairs);
        this.extras = new ExtraCheck(stores, clock);
    }

    /** Runs to the end, and tells of the state after each page: an audit that is started with it goes on there. */
    public AuditState run(Consumer<AuditState> afterPage) {
        Instant begun = clock.instant();
        AuditState state = start;
        while (!state.walk().finished()) {
            state = state(step(state.walk()), begun);
            afterPage.accept(state);
        }
        return state;
    }

    private AuditState state(Walk walk, Instant begun) {
        long millis = Duration.between(begun, clock.instant()).toMillis();
        return new AuditState(
                start.audit(),
                start.seed(),
                walk,
                results.snapshot(),
                start.readUnits() + readUnits.getAsDouble(),
                start.millis() + millis);
    }

    private Walk step(Walk walk) {
        AuthorWalk author = walk.author();
        if (author != null) {
            return walk.with(authors.step(author).orElse(null));
        }
        return walk.authors().isEmpty()
                ? scan(walk)
                : walk.withoutFirst(authors.begin(walk.authors().getFirst()));
    }

    private Walk scan(Walk walk) {
        FeedScan page = feeds.scan(walk.scanned(), SCAN);
        if (options.extras()) {
            List<StoredItem> homeRows = page.items().stream()
                    .filter(row -> row.feed().reader() != null)
                    .filter(row -> options.includes(row.item().author()))
                    .toList();
            results.add(Count.SCANNED, homeRows.size());
            extras.check(homeRows).forEach(results::found);
        }
        List<UserId> met = writers(page);
        UserId last = met.isEmpty() ? walk.lastAuthor() : met.getLast();
        return walk.scannedTo(
                page.next(), last, options.author() == null ? without(walk.lastAuthor(), met) : List.of());
    }

    /** A feed's rows follow each other, over pages too. */
    private static List<UserId> writers(FeedScan page) {
        return page.items().stream()
                .map(row -> row.feed().writer())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static List<UserId> without(@Nullable UserId known, List<UserId> met) {
        return met.stream().filter(author -> !author.equals(known)).toList();
    }
}
