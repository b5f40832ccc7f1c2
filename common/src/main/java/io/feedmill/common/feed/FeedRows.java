package io.feedmill.common.feed;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.HomePost;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.AudienceRows;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.UnknownValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Feed items as rows: author feeds, the source of truth, in the table {@code authors}, home feeds in {@code homes}, which can be written again from
 * them and live for the retention from their posts' creation. A tombstone is an author feed row with the flag {@code gone}.
 */
public record FeedRows(Duration retention) {
    public static final Table AUTHORS = Table.of("authors");
    public static final Table HOMES = Table.ofSmallRows("homes");

    private static final String POST = "post";
    private static final String AUTHOR = "author";
    private static final String TEXT = "text";
    private static final String DATA = "data";
    static final String REVISION = "revision";
    private static final String VIA = "via";
    private static final String CUT = "cut";
    static final String GONE = "gone";
    private static final String FOLLOWERS = "followers";
    private static final String LIMITED = "limited";
    static final String CHANGE = "change";

    /** What a row of a home feed says about whose post it has. */
    static final String KEY_AND_AUTHOR = TableSchema.SK + ", " + AUTHOR;

    /** The attributes that a version may have in an author's feed. */
    static final List<String> CONTENT = List.of(TEXT, DATA, REVISION, CUT, Content.MENTIONS);

    public static Table table(FeedName feed) {
        return feed.isHome() ? HOMES : AUTHORS;
    }

    public static Attributes key(FeedName feed, PostId post) {
        return Attributes.key(feed.value(), post.feedKey().value());
    }

    /** The row of an author's feed: the truth about the post, which does not expire. */
    public Attributes authorRow(FeedItem item) {
        return AudienceRows.add(row(FeedName.author(item.author()), item), item.audience());
    }

    public Attributes homeRow(UserId user, FeedItem item) {
        return homeRows(item).of(user);
    }

    /** The rows of home feeds. Authors may always read their own posts. */
    public HomeRows homeRows(FeedItem item) {
        Instant expires = item.post().createdAt().plus(retention);
        Attributes own = row(FeedName.home(item.author()), item).expires(expires);
        Attributes others = Attributes.of(own);
        switch (item.audience()) {
            case Audience.Everyone everyone -> {}
            case Audience.Followers followers -> others.flag(FOLLOWERS);
            case Audience.Users list -> others.flag(LIMITED);
        }
        return new HomeRows(item.author(), own, others);
    }

    /** The rows of one item. Builds their common part once, because a slice has thousands. */
    public record HomeRows(UserId author, Attributes own, Attributes others) {

        public Attributes of(UserId user) {
            return Attributes.of(user.equals(author) ? own : others)
                    .string(TableSchema.PK, FeedName.home(user).value());
        }
    }

    private static Attributes row(FeedName feed, FeedItem item) {
        Attributes row = key(feed, item.post())
                .string(POST, item.post().value())
                .string(AUTHOR, item.author().value())
                .string(VIA, item.via().value());
        return content(item.mode().add(row), item);
    }

    /** Adds the attributes of a version. */
    static Attributes content(Attributes row, FeedItem item) {
        row.string(TEXT, item.text()).optionalString(DATA, item.data()).number(REVISION, item.version());
        return item.cut() ? row.flag(CUT) : row;
    }

    /** The job of the last change; null: none. */
    static @Nullable JobId change(Row row) {
        return row.has(CHANGE) ? JobId.parse(row.string(CHANGE)) : null;
    }

    static Optional<HomePost> homePost(Row row) {
        return Optional.ofNullable(row.optionalString(AUTHOR))
                .map(author ->
                        new HomePost(new UserId(author), FeedKey.parse(row.sk()).postId()));
    }

    /** Whether it is a row of a home feed and its post is older than the retention, also if the retention was longer when the row was written. */
    boolean isPastRetention(Row row, Instant now) {
        return new FeedName(row.pk()).isHome() && isPastRetention(Ticks.toInstant(FeedKey.tickOf(row.sk())), now);
    }

    /** Whether no home feed shows the post any more. */
    public boolean isPastRetention(PostId post, Instant now) {
        return isPastRetention(post.createdAt(), now);
    }

    private boolean isPastRetention(Instant created, Instant now) {
        return Duration.between(created, now).compareTo(retention) >= 0;
    }

    /** The item as a page shows it; empty also for a row that only a newer version can show. */
    Optional<FeedItem> knownItem(Row row, Instant now) {
        try {
            return item(row, now);
        } catch (UnknownValueException e) {
            return Optional.empty();
        }
    }

    /** The item; empty for a tombstone and an expired row. Throws {@link UnknownValueException} for a value of a newer version. */
    Optional<FeedItem> item(Row row, Instant now) {
        if (row.has(GONE) || row.expired(now) || isPastRetention(row, now)) {
            return Optional.empty();
        }
        return Optional.of(new FeedItem(
                PostId.parse(row.string(POST)),
                row.user(AUTHOR),
                new Content(row.string(TEXT), row.optionalString(DATA)),
                row.has(CUT),
                row.number(REVISION),
                row.constant(VIA, Via.values(), Via::value),
                audience(row),
                Mode.of(row)));
    }

    /** A home feed has no list: whoever does not ask the author's feed shows the item to nobody. */
    private static Audience audience(Row row) {
        if (row.has(LIMITED)) {
            return Audience.nobody();
        }
        return row.has(FOLLOWERS) ? new Audience.Followers() : AudienceRows.of(row);
    }

    /**
     * Feeds.
     *
     * @param retention how long an item stays in a home feed, counted from its post's creation; author feeds keep theirs. Takes effect at once
     *     when it is lowered; raised, for items that are written from then on
     */
    @Validated
    @ConfigurationProperties("feedmill.feeds")
    public record FeedSettings(
            @DefaultValue("30d") @DurationMin(nanos = 1) Duration retention) {}
}
