package io.feedmill.client;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.feedmill.client.FeedmillClient.Operation;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Calls about everybody, by backends and operators: imports, reports, and what needs {@code feedmill.admin.enabled=true}. Thread-safe. */
public interface AdminClient {
    /** The answer to an import; up to 1,000 rejected lines are listed. Ignored lines and weights are counted by kind ({@code docs/problems.md#import}). */
    record ImportResult(long imported, long rejectedCount, List<Rejected> rejected, Map<String, Long> ignored) {
        public record Rejected(long line, String reason) {}
    }

    /** The sums from a time, inclusive, to a time, exclusive. */
    record Report(
            String id,
            Instant from,
            Instant to,
            int authors,
            long events,
            @JsonUnwrapped Sums sums,
            long readUnits,
            Instant createdAt) {}

    record ReportLine(String author, @JsonUnwrapped Sums sums) {}
    /** The price is that of the write units, in US dollars. */
    record Sums(long posts, long deliveries, long views, long retractions, long writeUnits, BigDecimal price) {}

    /** The dead-letter messages, up to the number that one call reads: all, if {@code complete}. Other calls hold about {@code hidden} more. */
    record DeadLetters(List<Group> items, boolean complete, long hidden) {
        public record Group(String queue, String reason, long count, Instant oldestAt, Duration oldestAge) {}
    }

    /** The answer to a redrive, as {@link DeadLetters}; with its {@code before} the next call is about the same messages. */
    record RedriveResult(String before, long matched, long moved, boolean complete, long hidden) {}

    /** An announcement: a post that the pages of all home feeds have. The state is {@code COMPLETE}. */
    record Announcement(String id, String author, String state, Instant acceptedAt, Instant completedAt) {}
    /** A room: new messages are written to {@code shards} partitions, and {@code partitions} are read. */
    record Room(String room, int shards, int partitions) {}
    /** An author whose posts pages read from the author's feed, for everyone or for followers; not listed: earlier ones only. */
    record OnRead(String author, boolean listed, boolean everyone) {}
    /** How many days readers may be away (null: for ever); slices go by it with posts from then on (null: it was never set). */
    record Dormant(@Nullable Integer days, @Nullable Instant since) {}
    /** The rights of a user or service; tokens from before {@code tokensNotBefore} are refused. */
    record Rights(String user, boolean suspended, @Nullable Instant tokensNotBefore) {}

    /** What the workers of the last hour said of themselves, and until when all jobs are complete by it; null: unknown. */
    record Workers(
            @Nullable Instant completeUntil, @Nullable Duration age, List<Worker> items) {
        /** A worker: the shards of which it has a note, the waits of queues, write units a second (null: unlimited), breakers, open work, and deliveries since its start. */
        public record Worker(
                String worker,
                Instant at,
                Duration age,
                String version,
                int notes,
                @Nullable Instant completeUntil,
                Map<String, Duration> waits,
                @Nullable Long rate,
                Map<String, String> breakers,
                Map<String, Long> open,
                long deliveries,
                List<String> newest) {}
    }

    /** A partition key of a table, of the type {@code S}, {@code N}, or {@code B}, whose value is base64. */
    record PartitionKey(String type, String value) {
        static Page<PartitionKey> page(HttpResponse<String> lines) {
            List<JsonNode> all =
                    lines.body().lines().map(Transport.JSON::readTree).toList();
            List<PartitionKey> keys = all.stream()
                    .flatMap(line -> line.path("partition").properties().stream())
                    .map(key -> new PartitionKey(key.getKey(), key.getValue().asString()))
                    .toList();
            JsonNode last = all.getLast();
            if (last.has("problem")) {
                throw ProblemException.of(lines, last.path("problem").asString(), "The listing ends early.");
            }
            return new Page<>(keys, last.path("next").asString(null), null, null, false, null);
        }
    }

    /** Imports lines {@code follower author} in UTF-8, of a file for instance. A repetition sends all again. */
    @Operation(value = "POST /v1/follows:import", repeatable = true, seconds = 1800)
    ImportResult importFollows(BodyPublisher body);

    @Operation("GET /v1/reports")
    Stream<Report> reports();

    /** Returns the lines of a report, in the order of authors; none once they have expired. */
    @Operation("GET /v1/reports/{id}")
    Stream<ReportLine> getReport(String id);

    /** Requests the next report. Returns the id that it will have; null if no worker has looked for reports yet. */
    @Operation(value = "POST /v1/reports:run", repeatable = true, field = "id")
    @Nullable String requestReport();

    @Operation(value = "GET /v1/admin/dead-letters", seconds = 120)
    DeadLetters deadLetters();

    /** Moves dead-letter messages to the queue, up to the number that one call moves, {@code rate} a second; null: of each reason, until now. */
    @Operation(value = "POST /v1/admin/dead-letters/{queue}:redrive", seconds = 120)
    RedriveResult redrive(String queue, boolean dryRun, @Nullable String reason, int rate, @Nullable String before);

    @Operation("GET /v1/admin/workers")
    Workers workers();

    /** Publishes a post to all home feeds once, however often the call is sent. */
    @Operation(value = "POST /v1/admin/announcements", repeatable = true)
    Announcement announce(String text);

    @Operation("GET /v1/admin/announcements/{id}")
    Announcement getAnnouncement(String id);

    @Operation("GET /v1/admin/on-read/{author}")
    OnRead getOnRead(String author);

    @Operation("PUT /v1/admin/on-read/{author}")
    OnRead putOnRead(String author);

    @Operation("DELETE /v1/admin/on-read/{author}")
    OnRead deleteOnRead(String author);

    @Operation("GET /v1/admin/dormant")
    Dormant getDormant();

    /** Sets how many days readers may be away before posts are not written for them: 7 or more. */
    @Operation("PUT /v1/admin/dormant")
    Dormant putDormant(int days);

    @Operation("DELETE /v1/admin/dormant")
    Dormant deleteDormant();

    @Operation("GET /v1/admin/rooms/{room}")
    Room getRoom(String room);

    @Operation("PUT /v1/admin/rooms/{room}")
    Room spreadRoom(String room, int shards);

    @Operation("GET /v1/admin/users/{user}")
    Rights getRights(String user);

    @Operation("PUT /v1/admin/users/{user}")
    void changeRights(String user, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended);

    @Operation("PUT /v1/admin/users")
    void revokeAllTokens(Instant tokensNotBefore);

    /** Returns the partition keys of a table, by {@code scan}, {@code skip} or {@code index}; null: as the API likes. */
    @Operation(value = "GET /v1/admin/partitions/{table}", seconds = 900)
    Stream<PartitionKey> partitions(
            String table, @Nullable String method, @Nullable String index, @Nullable Integer units);
}
