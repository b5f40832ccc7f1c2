package io.feedmill.api.post;

import io.feedmill.api.id.ClientIds;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostStore;
import java.net.URI;
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

@RestController
@RequestMapping(path = "/v1/posts", produces = MediaType.APPLICATION_JSON_VALUE)
final class PostController {
    private final Publisher publisher;
    private final PostStore posts;

    PostController(Publisher publisher, PostStore posts) {
        this.publisher = publisher;
        this.posts = posts;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<PostResponse> publish(@RequestBody NewPost body, @RequestHeader HttpHeaders headers) {
        body.check();
        String key = IdempotencyKey.of(headers.getOrEmpty(IdempotencyKey.HEADER));
        Post post = publisher.publish(body.author(), body.text(), key);
        return answer(ResponseEntity.created(URI.create("/v1/posts/" + post.id().value())), post);
    }

    @GetMapping("/{id}")
    ResponseEntity<PostResponse> find(@PathVariable String id) {
        Post post = posts.find(ClientIds.post(id)).orElseThrow(ClientIds::noSuchPost);
        return answer(ResponseEntity.ok(), post);
    }

    private static ResponseEntity<PostResponse> answer(ResponseEntity.BodyBuilder builder, Post post) {
        return builder.eTag(Long.toString(post.version())).body(PostResponse.of(post));
    }
}
