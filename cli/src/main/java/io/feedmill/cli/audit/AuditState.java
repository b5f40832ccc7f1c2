package io.feedmill.cli.audit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.AuthorAudit.JobCheck;
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
 * The state of an audit between two pages of each segment. An audit that is started with it continues there.
 *
 * @param audit the audit that the state belongs to
 * @param seed the seed of the sample
 * @param parts the segments that this audit reads
 * @param readUnits the read units consumed, earlier runs included
 * @param millis the time taken, earlier runs included
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

    /** The tables that an audit scans, in this order. */
    public enum Table {
        /** Finds authors. */
        AUTHORS,
        /** Finds extra items. */
        HOMES,
        READERS,
        /** Finds open jobs. */
        JOBS;

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
     * The next page of a segment.
     *
     * @param scans the tables that are still to be scanned, first the one that is being scanned
     * @param after the last row of its scan; null before the first
     * @param lastAuthor the last author feed found by the scan; its rows may continue on the next page
     * @param authors the authors found and not audited yet
     * @param author the position within the author being audited; null between two authors
     */
    public record Position(
            List<Table> scans,
            @Nullable RowKey after,
            @Nullable UserId lastAuthor,
            List<UserId> authors,
            @Nullable AuthorPosition author) {

        /** One author belongs to the first segment. */
        private static Position first(AuditOptions options, Segment segment) {
            UserId author = options.author();
            List<UserId> authors = author == null || segment.index() > 0 ? List.of() : List.of(author);
            return new Position(Table.scannedBy(options), null, null, authors, null);
        }

        boolean finished() {
            return scans.isEmpty() && authors.isEmpty() && author == null;
        }

        Position within(@Nullable AuthorPosition next) {
            return new Position(scans, after, lastAuthor, authors, next);
        }

        Position withoutFirstAuthor(AuthorPosition begun) {
            return new Position(scans, after, lastAuthor, authors.subList(1, authors.size()), begun);
        }

        /** The position after a page of a scan; without a next row, the table has no more. */
        Position scanned(@Nullable RowKey next) {
            return new Position(
                    next == null ? scans.subList(1, scans.size()) : scans, next, lastAuthor, authors, author);
        }

        Position scannedAuthors(@Nullable RowKey next, @Nullable UserId newLastAuthor, List<UserId> found) {
            return new Position(scans, after, newLastAuthor, found, author).scanned(next);
        }
    }

    /**
     * The next page within one author: the posts page by page, and for each page of posts the followers page by page.
     *
     * @param afterPost the last post that was read; null before the first page
     * @param morePosts whether there may be posts after it
     * @param posts the posts whose followers after {@code afterFollower} are still to be checked
     * @param afterFollower the last follower checked; null before the first
     * @param firstRound whether the followers have not been read to their end yet
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

    /**
     * The sums over an author's completed jobs, and the author's counters as they were before the first job was read.
     *
     * @param lost whether a post has no job, so that its part in the counters is unknown
     */
    public record JobTotals(AuthorCounters before, AuthorCounters jobs, boolean lost) {

        static JobTotals begin(AuthorCounters counters) {
            return new JobTotals(counters, new AuthorCounters(0, 0), false);
        }

        JobTotals with(JobCheck.Result result) {
            return switch (result) {
                case JobCheck.Complete complete ->
                    new JobTotals(before, plus(complete.job().counts().delivered()), lost);
                case JobCheck.Absent absent -> new JobTotals(before, jobs, true);
                case JobCheck.Open open -> this;
                case JobCheck.Unswept unswept -> this;
            };
        }

        private AuthorCounters plus(long deliveries) {
            return new AuthorCounters(jobs.posts() + 1, jobs.deliveries() + deliveries);
        }

        /** Whether the sums lie between the counters before and after: counters and sums only grow. */
        boolean agreeWith(AuthorCounters after) {
            return lost
                    || (isBetween(before.posts(), jobs.posts(), after.posts())
                            && isBetween(before.deliveries(), jobs.deliveries(), after.deliveries()));
        }

        private static boolean isBetween(long min, long value, long max) {
            return min <= value && value <= max;
        }
    }
}
