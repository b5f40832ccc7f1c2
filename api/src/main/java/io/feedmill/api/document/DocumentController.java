package io.feedmill.api.document;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.api.viewer.ReadablePosts;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.VersionPage;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/posts/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
final class DocumentController {
    private final ReadablePosts posts;
    private final DocumentStore documents;
    private final Cursors cursors;

    DocumentController(ReadablePosts posts, DocumentStore documents, Cursors cursors) {
        this.posts = posts;
        this.documents = documents;
        this.cursors = cursors;
    }

    @GetMapping("/metadata")
    Map<String, String> metadata(@PathVariable String id, @RequestParam(required = false) @Nullable String viewer) {
        return posts.document(id, viewer).metadata();
    }

    @PutMapping(path = "/metadata", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void putMetadata(@PathVariable String id, @RequestBody Map<String, String> metadata) {
        if (!documents.putMetadata(ClientIds.post(id), Metadata.checked(metadata))) {
            throw ClientIds.noSuchPost();
        }
    }

    @GetMapping("/versions")
    ItemPage<VersionResponse> versions(
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String viewer,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        PostId post = posts.post(id, viewer).id();
        CursorScope scope = CursorScope.versions(post);
        String position = cursors.position(scope, cursor);
        VersionPage page =
                documents.versions(post, position == null ? null : Long.valueOf(position), Limit.parse(limit));
        Long next = page.next();
        return new ItemPage<>(
                page.versions().stream().map(VersionResponse::of).toList(),
                cursors.issue(scope, next == null ? null : next.toString()));
    }
}
