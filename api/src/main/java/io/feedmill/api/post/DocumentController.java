package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageBudget;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.Document;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.storage.Page;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/posts/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
record DocumentController(ReadablePosts readable, PostStore posts) {
    private static final int MAX_METADATA_BYTES = 4 * 1024;

    /** A version; {@code data} and {@code mentions} are absent if it has none. */
    record VersionResponse(
            long version,
            String text,

            @JsonRawValue @Nullable String data,

            @Nullable List<String> mentions) {

        static VersionResponse of(Version version) {
            return new VersionResponse(
                    version.number(),
                    version.content().text(),
                    ClientData.readable(version.content().data()),
                    PostResponse.mentions(version.content()));
        }
    }

    @GetMapping("/metadata")
    @Access(scope = Scope.FEED, owner = Access.READER)
    Map<String, String> getMetadata(@PathVariable String id, Caller caller) {
        return readable.document(id, caller.viewer()).metadata();
    }

    @PutMapping(path = "/metadata", consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR)
    void putMetadata(
            @PathVariable String id, @RequestBody Map<String, String> metadata, IfMatch versions, Caller caller) {
        check(metadata);
        Post post = readable.own(id, caller);
        if (!posts.putMetadata(post, metadata, versions.names(post.version()))) {
            throw posts.find(post.id()).isPresent() ? IfMatch.stale() : ReadablePosts.gone();
        }
    }

    @GetMapping("/versions")
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<VersionResponse> postVersions(@PathVariable String id, Caller caller, PageQuery query) {
        Document document = readable.document(id, caller.viewer());
        PostId post = document.post().id();
        CursorScope scope = CursorScope.of("versions", post, caller.viewer());
        Page<Version, Long> page = PageBudget.page(
                later(query.after(scope, Long::valueOf), firstVersion(document, caller) - 1),
                query.limit(),
                (last, limit) -> posts.versions(post, last, limit),
                versions -> versions,
                version -> version.content().bytes(),
                Version::number);
        return query.page(scope, page, VersionResponse::of, String::valueOf);
    }

    /** Returns the version after which a page begins; null: none. */
    private static @Nullable Long later(@Nullable Long after, long hidden) {
        return hidden == 0 || (after != null && after > hidden) ? after : Long.valueOf(hidden);
    }

    @GetMapping("/versions/{number}")
    @Access(scope = Scope.FEED, owner = Access.READER)
    VersionResponse getVersion(@PathVariable String id, @PathVariable String number, Caller caller) {
        Document document = readable.document(id, caller.viewer());
        return (number.matches("[1-9][0-9]{0,9}")
                        ? posts.version(document.post().id(), Long.parseLong(number))
                        : Optional.<Version>empty())
                .filter(version -> version.number() >= firstVersion(document, caller))
                .map(VersionResponse::of)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.VERSION_NOT_FOUND, "The post has no such version; GET …/versions lists them."));
    }

    /** The author's drafts stay the author's: readers see no version from before they were admitted. */
    private static long firstVersion(Document document, Caller caller) {
        return caller.seesAllOf(document.post().author()) ? 1 : document.readableFrom();
    }

    private static void check(Map<String, String> metadata) {
        if (metadata.containsKey("") || metadata.values().stream().anyMatch(Objects::isNull)) {
            throw ProblemException.invalidBody("Invalid metadata: names must not be empty, values must not be null.");
        }
        if (!metadata.keySet().stream().allMatch(ClientText::isAllowed)
                || !metadata.values().stream().allMatch(ClientText::isAllowed)) {
            throw ProblemException.invalidBody(
                    "Invalid metadata: remove " + ClientText.REFUSED + " from names and values.");
        }
        long bytes = metadata.entrySet().stream()
                .mapToLong(entry -> PageBudget.bytes(entry.getKey()) + PageBudget.bytes(entry.getValue()))
                .sum();
        if (bytes > MAX_METADATA_BYTES) {
            throw ProblemException.invalidBody(
                    "Invalid metadata of " + bytes + " bytes: use up to 4,096 bytes for all names and values.");
        }
    }
}
