package io.feedmill.common.feed;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.AudienceRows;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Changes of an author feed's row, which is the source of truth about a post. */
public final class AuthorFeedRows {
    private static final String EXISTS = "attribute_exists(pk) AND attribute_not_exists(gone)";
    private static final String UNEDITED = "revision = :unedited";
    private static final String CHANGED_BEFORE =
            EXISTS + " AND (attribute_not_exists(change) OR change < :from OR change >= :to)";

    private AuthorFeedRows() {}

    /**
     * How a change comes to the home feeds: by the job that the row names from then on, if the one before is older than this interval. A process whose
     * clock was ahead by more must not bar all others until then.
     */
    public record HomeFeedUpdate(JobId job, Duration interval) {

        Attributes bounds() {
            long nanos = interval.toNanos();
            return Attributes.of()
                    .string(
                            ":from",
                            JobId.first(Math.max(0, job.tick() - nanos + 1)).value())
                    .string(":to", JobId.first(job.tick() + nanos).value());
        }
    }

    /** Changes the audience; {@code unedited}: only of this version of the post. {@code homes} is null if no home feed has the post. */
    public static Update permit(Post post, Audience audience, boolean unedited, @Nullable HomeFeedUpdate homes) {
        Attributes written = AudienceRows.add(Attributes.of(), audience);
        Update update = change(post.author(), post.id(), written, AudienceRows.ATTRIBUTES, homes);
        return unedited ? update.onlyIf(UNEDITED, version(post)) : update;
    }

    private static Attributes version(Post post) {
        return Attributes.of().number(":unedited", post.version());
    }

    /** Whether the row has this version of its post. */
    public static boolean isOf(long version, Row row) {
        return row.number(FeedRows.REVISION) == version;
    }

    /** Changes what the post says to this version; the audience stays. {@code homes} as in {@link #permit}. */
    public static Update edit(Post next, @Nullable HomeFeedUpdate homes) {
        Attributes written = FeedRows.content(Attributes.of(), FeedItem.of(next, Via.SELF))
                .users(Content.MENTIONS, next.content().mentions());
        return change(next.author(), next.id(), written, FeedRows.CONTENT, homes);
    }

    private static Update change(
            UserId author, PostId post, Attributes written, List<String> all, @Nullable HomeFeedUpdate homes) {
        Attributes key = FeedRows.key(FeedName.author(author), post);
        if (homes == null) {
            return Update.replace(FeedRows.AUTHORS, key, EXISTS, written, all);
        }
        written.string(FeedRows.CHANGE, homes.job().value());
        return Update.replace(FeedRows.AUTHORS, key, CHANGED_BEFORE, written, all)
                .with(homes.bounds());
    }

    /**
     * Replaces the row of an existing post by that of a retracted one, which stays: the author's counters count the post for good. If {@code unedited},
     * then only a row that has the version of the post.
     */
    public static TransactWriteItem retract(Dynamo dynamo, Post post, boolean unedited, JobId change) {
        Attributes tombstone = FeedRows.key(FeedName.author(post.author()), post.id())
                .flag(FeedRows.GONE)
                .string(FeedRows.CHANGE, change.value());
        return unedited
                ? dynamo.putIf(FeedRows.AUTHORS, tombstone, EXISTS + " AND " + UNEDITED, version(post))
                : dynamo.putIf(FeedRows.AUTHORS, tombstone, EXISTS, Attributes.of());
    }

    /** Checks in a transaction that no later change followed this one; null: that none came. */
    public static TransactWriteItem isLast(Dynamo dynamo, UserId author, PostId post, @Nullable JobId change) {
        return dynamo.check(
                FeedRows.AUTHORS,
                FeedRows.key(FeedName.author(author), post),
                change == null ? "attribute_not_exists(change)" : "change = :change",
                change == null ? Attributes.of() : Attributes.of().string(":change", change.value()));
    }

    /** Whether an author feed has no post in this row (null: absent): it was retracted, or never existed. */
    public static boolean isGone(@Nullable Row row) {
        return row == null || row.has(FeedRows.GONE);
    }
}
