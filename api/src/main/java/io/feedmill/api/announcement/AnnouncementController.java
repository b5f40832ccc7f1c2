package io.feedmill.api.announcement;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.http.Iso;
import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.api.post.IdempotencyKey;
import io.feedmill.api.post.Publisher;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.api.security.Callers.AnnouncementSettings;
import io.feedmill.api.security.ResourceSettings;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;

/** Announcements: the posts of authors on read whose posts are for everyone. */
@AdminController(path = "/v1/admin/announcements")
record AnnouncementController(
        Publisher publisher,
        PostStore posts,
        OnReadAuthors onRead,
        AnnouncementSettings settings,
        ResourceSettings resource) {
    /** An announcement: COMPLETE from its acceptance on, for pages read it from the author's feed. */
    record AnnouncementResponse(String id, String author, JobState state, String acceptedAt, String completedAt) {

        static AnnouncementResponse of(Post post) {
            String at = Iso.format(post.createdAt());
            return new AnnouncementResponse(post.id().value(), post.author().value(), JobState.COMPLETE, at, at);
        }
    }

    record NewAnnouncement(String text) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<AnnouncementResponse> announce(
            @RequestBody NewAnnouncement body, @RequestHeader HttpHeaders headers) {
        ClientText.require(body.text());
        String key = IdempotencyKey.of(headers);
        listAuthor();
        Post post = publisher.publish(settings.author(), Content.of(body.text()), key, null, Audience.everyone());
        return ResponseEntity.accepted()
                .location(resource.below("/v1/admin/announcements/" + post.id().value()))
                .body(AnnouncementResponse.of(post));
    }

    /** From the first announcement on, pages of all readers have the author's posts. */
    private void listAuthor() {
        if (onRead.find(settings.author())
                .filter(author -> author.everyone() && author.listed())
                .isEmpty()) {
            onRead.list(settings.author(), true);
        }
    }

    @GetMapping("/{id}")
    AnnouncementResponse getAnnouncement(@PathVariable String id) {
        return ClientIds.parse(PostId::parse, id)
                .flatMap(posts::find)
                .filter(post -> onRead.isForEveryone(post.author(), post.mode()))
                .map(AnnouncementResponse::of)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.ANNOUNCEMENT_NOT_FOUND,
                        "No announcement has this id; it is another post, or was retracted."));
    }
}
