package io.feedmill.api.post;

import io.feedmill.api.viewer.ReadablePosts;
import io.feedmill.common.post.Post;
import java.net.URI;
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

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<PostResponse> publish(@RequestBody NewPost body, @RequestHeader HttpHeaders headers) {
        body.check();
        String key = IdempotencyKey.of(headers.getOrEmpty(IdempotencyKey.HEADER));
        Post post = publisher.publish(body, key);
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
