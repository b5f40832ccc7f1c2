package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.access.Permissions;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.ResourceSettings;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

@RestController
@RequestMapping(path = "/v1/posts", produces = MediaType.APPLICATION_JSON_VALUE)
record PostController(Publisher publisher, PostChanger changer, ReadablePosts posts, ResourceSettings resource) {
    record NewPost(
            @JsonProperty(required = true) String author,
            @JsonProperty(required = true) String text,
            Optional<ObjectNode> data,
            Optional<PlaceBody> place,
            Optional<Object> permissions) {}

    /** The next version of a post: without data if the body has none. */
    record NewVersion(@JsonProperty(required = true) String text, Optional<ObjectNode> data) {}

    /** Permissions in the JSON of {@link Permissions}. */
    record PermissionsBody(@JsonProperty(required = true) Object permissions) {}

    private static Content content(String text, Optional<ObjectNode> data) {
        return new Content(ClientText.require(text), ClientData.require(data));
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.POST, owner = "author")
    ResponseEntity<PostResponse> publishPost(
            @RequestBody NewPost body, @RequestHeader HttpHeaders headers, Caller caller) {
        UserId author = caller.actAs("author", body.author());
        Content content = content(body.text(), body.data());
        String key = IdempotencyKey.of(headers);
        Place place = body.place().map(PlaceBody::place).orElse(null);
        Audience audience = body.permissions().map(Permissions::parse).orElse(Audience.everyone());
        Post post = publisher.publish(author, content, key, place, audience);
        return answer(
                ResponseEntity.created(resource.below("/v1/posts/" + post.id().value())), post);
    }

    @GetMapping("/{id}")
    @Access(scope = Scope.FEED, owner = Access.READER)
    ResponseEntity<PostResponse> getPost(@PathVariable String id, Caller caller) {
        return answer(ResponseEntity.ok(), posts.post(id, caller.viewer()));
    }

    @PutMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR)
    ResponseEntity<PostResponse> editPost(
            @PathVariable String id, @RequestBody NewVersion body, IfMatch versions, Caller caller) {
        Content content = content(body.text(), body.data());
        versions.require();
        return answer(ResponseEntity.ok(), changer.edit(posts.own(id, caller), content, versions));
    }

    /** May be repeated: a retracted post stays so. */
    @DeleteMapping(path = "/{id}", produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR, anyOwner = Scope.ADMIN)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void retractPost(@PathVariable String id, IfMatch versions, Caller caller) {
        changer.retract(ClientIds.post(id), versions, caller);
    }

    @GetMapping("/{id}/permissions")
    @Access(scope = Scope.FEED, owner = Access.READER)
    PermissionsBody getPermissions(@PathVariable String id, Caller caller) {
        PostHead post = posts.head(id, caller.viewer());
        return new PermissionsBody(Permissions.json(post.audience(), caller.seesAllOf(post.author())));
    }

    @PutMapping(path = "/{id}/permissions", consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void putPermissions(@PathVariable String id, @RequestBody PermissionsBody body, IfMatch versions, Caller caller) {
        Audience audience = Permissions.parse(body.permissions());
        changer.permit(posts.own(id, caller), audience, versions);
    }

    private static ResponseEntity<PostResponse> answer(ResponseEntity.BodyBuilder builder, Post post) {
        return builder.eTag(Long.toString(post.version())).body(PostResponse.of(post));
    }
}
