package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.access.Permissions;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.place.Place;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/posts", produces = MediaType.APPLICATION_JSON_VALUE)
final class PostController {
    private final Publisher publisher;
    private final ReadablePosts posts;

    PostController(Publisher publisher, ReadablePosts posts) {
        this.publisher = publisher;
        this.posts = posts;
    }

    record NewPost(
            @JsonProperty(required = true) String author,
            @JsonProperty(required = true) String text,
            Optional<PlaceController.PlaceBody> place,
            Optional<Object> permissions) {

        /** Returns the place; null if the body has none. */
        @Nullable Place where() {
            return place.map(PlaceController.PlaceBody::place).orElse(null);
        }

        /** Returns the audience; everyone if the body has no permissions. */
        Audience audience() {
            return permissions.map(Permissions::parse).orElse(Audience.everyone());
        }

        /** @throws ProblemException 400 if the author's id or the text is invalid */
        void check() {
            ClientIds.user("author", author);
            ClientText.require(text);
        }
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<PostResponse> publish(@RequestBody NewPost body, @RequestHeader HttpHeaders headers) {
        body.check();
        Post post = publisher.publish(body, IdempotencyKey.of(headers));
        return answer(ResponseEntity.created(URI.create("/v1/posts/" + post.id().value())), post);
    }

    @GetMapping("/{id}")
    ResponseEntity<PostResponse> find(
            @PathVariable String id, @RequestParam(required = false) @Nullable String viewer) {
        return answer(ResponseEntity.ok(), posts.post(id, viewer));
    }

    private static ResponseEntity<PostResponse> answer(ResponseEntity.BodyBuilder builder, Post post) {
        return builder.eTag(Long.toString(post.version())).body(PostResponse.of(post));
    }
}
