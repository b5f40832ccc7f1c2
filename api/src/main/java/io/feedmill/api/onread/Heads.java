package io.feedmill.api.onread;

import io.feedmill.api.access.FreshPosts;
import io.feedmill.api.access.FreshReads;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.recall.NoticeListener;
import io.feedmill.api.recall.NoticeListener.Polls;
import io.feedmill.api.recall.Unsettled;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.SideBySide;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/** The newest rows of authors' feeds, as read less than a second ago, or before which no change can have gone unnoticed. Thread-safe. */
@Component
public final class Heads implements NoticeListener {
    /** With the one more that a page reads, a read unit of usual rows. */
    private static final int ROWS = 14;

    /** The age of the last poll from which heads do not hold: other instances show a change after this time at most. */
    private static final Duration STALE = Duration.ofSeconds(2);

    /** Also a change that nobody gave a notice is shown after this time. */
    private static final Duration MAX_AGE = Duration.ofMinutes(5);

    private static final int ITEM_BYTES = 250;

    private final FeedStore feeds;
    private final OnReadAuthors authors;
    private final SideBySide sideBySide;
    private final SuspendSafeClock clocks;
    private final FreshReads<UserId, FeedPage> heads;
    private final Unsettled<ChangeNotice.OfAuthor, UserId> unsettled =
            new Unsettled<>(ChangeNotice.OfAuthor.class, ChangeNotice.OfAuthor::author);
    private volatile @Nullable Polls polls;

    public Heads(
            FeedStore feeds,
            OnReadAuthors authors,
            SideBySide sideBySide,
            PageSettings settings,
            SuspendSafeClock clocks,
            ApiMetrics metrics) {
        this.feeds = feeds;
        this.authors = authors;
        this.sideBySide = sideBySide;
        this.clocks = clocks;
        this.heads = new FreshReads<>(clocks, this::holds, settings.heads().toBytes(), Heads::bytes);
        metrics.gauge("feedmill.heads.bytes", "Bytes of kept newest rows of authors' feeds", heads::bytes);
    }

    /**
     * Pages of home feeds.
     *
     * @param heads memory for the newest rows of authors' feeds
     */
    @Validated
    @ConfigurationProperties("feedmill.pages")
    public record PageSettings(@DefaultValue("64MB") DataSize heads) {}

    private static int bytes(FeedPage page) {
        return page.items().stream()
                .mapToInt(item -> ITEM_BYTES + FreshPosts.bytes(item))
                .sum();
    }

    private boolean holds(UserId author, Time began) {
        Polls known = polls;
        Time now = clocks.now();
        return known != null
                && !began.isBefore(known.from())
                && now.since(known.until()).compareTo(STALE) <= 0
                && now.since(began).compareTo(MAX_AGE) < 0
                && !unsettled.contains(author)
                && authors.isNoticed(author, began);
    }

    @Override
    public void polled(List<ChangeNotice> fresh, Polls unbroken) {
        unsettled.with(fresh, unbroken.until()).forEach(this::forget);
        unsettled.settle(unbroken.until());
        polls = unbroken;
    }

    /** Returns the newest rows of these feeds; reads up to {@code left} unknown ones, which this lowers, in parallel, strongly consistent. */
    public Map<UserId, FeedPage> of(Collection<UserId> asked, AtomicInteger left) {
        List<UserId> some = asked.stream()
                .filter(author -> heads.has(author) || left.getAndUpdate(reads -> Math.max(0, reads - 1)) > 0)
                .toList();
        return heads.get(some, absent -> sideBySide.map(absent, this::read));
    }

    public Optional<FeedPage> known(UserId author) {
        return heads.known(author);
    }

    private FeedPage read(UserId author) {
        return feeds.page(FeedName.author(author), PageRequest.first(ROWS));
    }

    /** Forgets the head of the author, whose feed has changed: also what a read finds that began before. */
    public void forget(UserId author) {
        heads.forget(author);
    }
}
