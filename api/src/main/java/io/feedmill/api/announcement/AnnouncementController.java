package io.feedmill.api.announcement;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.http.Iso;
import io.feedmill.api.post.IdempotencyKey;
import io.feedmill.api.post.Publisher;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.AnnouncementSettings;
import io.feedmill.api.security.Scope;
import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.PostId;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.post.Post;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@ConditionalOnBooleanProperty("feedmill.admin.enabled")
@RestController
@RequestMapping(path = "/v1/admin/announcements", produces = MediaType.APPLICATION_JSON_VALUE)
record AnnouncementController(Publisher publisher, AnnouncementStore announcements, AnnouncementSettings settings) {
    /**
     * The progress of an announcement.
     *
     * @param id the post's id
     * @param state ACCEPTED, DELIVERING or COMPLETE
     * @param delivered the home feeds that have it, each counted once
     * @param listed the partitions of feeds found so far, author feeds included
     * @param readUnits the read units consumed to find them
     * @param completedAt null, and absent from the JSON, before the state COMPLETE
     */
    record AnnouncementResponse(
            String id,
            String author,
            JobState state,
            long delivered,
            long listed,
            double readUnits,
            String acceptedAt,
            @Nullable String completedAt) {

        static AnnouncementResponse of(Announcement announcement) {
            PartitionListing listing = announcement.listing();
            Instant completedAt = announcement.completedAt();
            return new AnnouncementResponse(
                    announcement.id().value(),
                    announcement.author().value(),
                    state(announcement),
                    announcement.delivered(),
                    listing == null ? 0 : listing.found(),
                    listing == null ? 0 : listing.units(),
                    Iso.format(announcement.id().createdAt()),
                    completedAt == null ? null : Iso.format(completedAt));
        }

        private static JobState state(Announcement announcement) {
            if (announcement.completedAt() != null) {
                return JobState.COMPLETE;
            }
            return announcement.step() == 0 ? JobState.ACCEPTED : JobState.DELIVERING;
        }
    }

    record NewAnnouncement(@JsonProperty(required = true) String text) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.ADMIN, owner = Access.ALL)
    ResponseEntity<AnnouncementResponse> announce(
            @RequestBody NewAnnouncement body, @RequestHeader HttpHeaders headers) {
        ClientText.require(body.text());
        Post post = publisher.publish(
                settings.author(), body.text(), IdempotencyKey.of(headers), announcements.acceptance());
        // The key may belong to a plain post of the same author.
        Announcement announcement = announcements.find(post.id()).orElseThrow(IdempotencyKey::reused);
        return ResponseEntity.accepted()
                .location(URI.create("/v1/admin/announcements/" + post.id().value()))
                .body(AnnouncementResponse.of(announcement));
    }

    @GetMapping("/{id}")
    @Access(scope = Scope.ADMIN, owner = Access.ALL)
    AnnouncementResponse find(@PathVariable String id) {
        return ClientIds.parse(PostId::parse, id)
                .flatMap(announcements::find)
                .map(AnnouncementResponse::of)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.ANNOUNCEMENT_NOT_FOUND,
                        "No announcement has this id; it is removed 30 days after completion."));
    }
}
