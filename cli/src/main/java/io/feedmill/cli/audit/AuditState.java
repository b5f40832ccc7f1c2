package io.feedmill.cli.audit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.AuthorAudit.JobResult;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The state of an audit between two pages of each segment that it reads. An audit that is started with it continues there. The read units and the
 * time include those of earlier runs; the seed is the sample's.
 */
public record AuditState(String audit, long seed, List<Part> parts, double readUnits, long millis) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .addMixIn(UserId.class, UserIdText.class)
            .build();

    /** User ids are strings in the file. */
    private abstract static class UserIdText {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        UserIdText(@SuppressWarnings("unused") String value) {}

        @JsonValue
        abstract String value();
    }

    public static AuditState begin(AuditOptions options, List<Segment> segments, String audit, long seed) {
        List<Part> parts = segments.stream()
                .map(segment -> new Part(segment, Position.first(options, segment), Snapshot.EMPTY))
                .toList();
        return new AuditState(audit, seed, parts, 0, 0);
    }

    /** Returns the results of all segments, with the first findings of each. */
    public Snapshot results() {
        return parts.stream().map(Part::results).reduce(Snapshot.EMPTY, Snapshot::plus);
    }

    List<Segment> segments() {
        return parts.stream().map(Part::segment).toList();
    }

    public String json() {
        return JSON.writeValueAsString(this);
    }

    public static AuditState parse(String json) {
        return JSON.readValue(json, AuditState.class);
    }

    /** The position and the results of a segment: a table's rows of one partition key are in one of them. */
    public record Part(Segment segment, Position position, Snapshot results) {}

    /** The tables that an audit scans, in this order: for authors, extra items, lost work of readers, open jobs, notifications, and counts of posts. */
    public enum Table {
        AUTHORS,
        HOMES,
        READERS,
        JOBS,
        NOTIFICATIONS,
        COUNTERS;

        private static List<Table> scannedBy(AuditOptions options) {
            if (options.scansJobs()) {
                return List.of(values());
            }
            if (options.extras()) {
                return List.of(HOMES, READERS);
            }
            return options.author() == null ? List.of(AUTHORS) : List.of();
        }
    }

    /**
     * The next page of a segment: the tables that are still to be scanned, the last row of the first one's scan (null: none yet), the authors found and
     * not audited yet, the last one found, whose rows may continue on the next page, the position within the author being audited (null: between
     * two authors), and what is to be looked at again.
     */
    public record Position(
            List<Table> scans,
            @Nullable RowKey after,
            @Nullable UserId lastAuthor,
            List<UserId> authors,
            @Nullable AuthorPosition author,
            List<Finding> suspects) {

        /** One author belongs to the first segment. */
        private static Position first(AuditOptions options, Segment segment) {
            UserId author = options.author();
            List<UserId> authors = author == null || segment.index() > 0 ? List.of() : List.of(author);
            return new Position(Table.scannedBy(options), null, null, authors, null, List.of());
        }

        boolean finished() {
            return scans.isEmpty() && authors.isEmpty() && author == null && suspects.isEmpty();
        }

        Position within(@Nullable AuthorPosition next) {
            return new Position(scans, after, lastAuthor, authors, next, suspects);
        }

        Position withoutFirstAuthor(AuthorPosition begun) {
            return new Position(scans, after, lastAuthor, authors.subList(1, authors.size()), begun, suspects);
        }

        /** The position after a page of a scan; without a next row, the table has no more. */
        Position scanned(@Nullable RowKey next) {
            return new Position(
                    next == null ? scans.subList(1, scans.size()) : scans, next, lastAuthor, authors, author, suspects);
        }

        boolean mustConfirm() {
            return suspects.size() >= (scans.isEmpty() ? 1 : RefreshedRows.MAX_SUSPECTS);
        }

        Position with(List<Finding> now) {
            return new Position(scans, after, lastAuthor, authors, author, now);
        }

        Position scannedAuthors(@Nullable RowKey next, @Nullable UserId newLastAuthor, List<UserId> found) {
            return new Position(scans, after, newLastAuthor, found, author, suspects).scanned(next);
        }
    }

    /**
     * The next page within one author: the posts page by page, after the last one that was read, and for each page of posts the followers after
     * {@code afterFollower} page by page; {@code firstRound} until they have been read to their end once.
     */
    public record AuthorPosition(
            UserId author,
            JobTotals totals,
            @Nullable FeedKey afterPost,
            boolean morePosts,
            List<PostId> posts,
            @Nullable UserId afterFollower,
            boolean firstRound) {

        static AuthorPosition first(UserId author, AuthorCounters counters) {
            return new AuthorPosition(author, JobTotals.begin(counters), null, true, List.of(), null, true);
        }

        AuthorPosition withPosts(JobTotals newTotals, @Nullable FeedKey last, boolean more, List<PostId> delivered) {
            return new AuthorPosition(author, newTotals, last, more, delivered, null, firstRound);
        }

        AuthorPosition afterFollower(UserId follower) {
            return new AuthorPosition(author, totals, afterPost, morePosts, posts, follower, firstRound);
        }

        AuthorPosition afterLastFollower() {
            return new AuthorPosition(author, totals, afterPost, morePosts, List.of(), null, false);
        }
    }

    /** An author's counters before the first job was read, the sums over completed jobs, and whether a post has lost its job: its part is unknown. */
    public record JobTotals(AuthorCounters before, AuthorCounters jobs, boolean lost) {

        static JobTotals begin(AuthorCounters counters) {
            return new JobTotals(counters, new AuthorCounters(0, 0), false);
        }

        JobTotals with(JobResult result) {
            return switch (result) {
                case JobResult.Complete complete -> {
                    long deliveries =
                            jobs.deliveries() + complete.job().counts().delivered();
                    yield new JobTotals(before, new AuthorCounters(jobs.posts() + 1, deliveries), lost);
                }
                case JobResult.Absent absent -> new JobTotals(before, jobs, true);
                case JobResult.Open open -> this;
                case JobResult.Unswept unswept -> this;
            };
        }

        /** Whether the sums lie between the counters before and after: counters and sums only grow. */
        boolean agreeWith(AuthorCounters after) {
            boolean posts = before.posts() <= jobs.posts() && jobs.posts() <= after.posts();
            return lost
                    || (posts && before.deliveries() <= jobs.deliveries() && jobs.deliveries() <= after.deliveries());
        }
    }
}
