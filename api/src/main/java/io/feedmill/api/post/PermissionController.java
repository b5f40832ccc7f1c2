package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.access.Permissions;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post.PostHead;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/posts/{id}/permissions", produces = MediaType.APPLICATION_JSON_VALUE)
record PermissionController(ReadablePosts posts, PostChanger changer) {
    /** Permissions in the JSON of {@link Permissions}. */
    record PermissionsBody(@JsonProperty(required = true) Object permissions) {}

    @GetMapping
    @Access(scope = Scope.FEED, owner = Access.READER)
    PermissionsBody getPermissions(@PathVariable String id, Caller caller) {
        PostHead post = posts.head(id, caller.viewer());
        return new PermissionsBody(Permissions.json(post.audience(), caller.seesAllOf(post.author())));
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void putPermissions(@PathVariable String id, @RequestBody PermissionsBody body, IfMatch versions, Caller caller) {
        Audience audience = Permissions.parse(body.permissions());
        changer.permit(posts.own(id, caller), audience, versions);
    }
}
