package io.feedmill.api.post;

import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.feed.ExtrasQuery;
import io.feedmill.api.feed.ExtrasQuery.Extras;
import io.feedmill.api.feed.FullTexts;
import io.feedmill.api.feed.FullTexts.Fitted;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.ResourceSettings;
import io.feedmill.api.security.Scope;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore.Origin;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

@RestController
@RequestMapping(path = "/v1/posts", produces = MediaType.APPLICATION_JSON_VALUE)
record PostController(
        Publisher publisher, PostChanger changer, ReadablePosts posts, FullTexts texts, ResourceSettings resource) {
    private static final int MAX_DATA_BYTES = 4 * 1024;

    record NewPost(
            String author,
            String text,
            Optional<ObjectNode> data,
            Optional<PlaceBody> place,
            Optional<Object> permissions,
            Optional<List<String>> mentions) {}

    /** The next version of a post: without data, or mentions, if the body has none. */
    record NewVersion(String text, Optional<ObjectNode> data, Optional<List<String>> mentions) {}

    record PermissionsBody(Object permissions) {}

    /** Posts in the order of the request; {@code left} are the ids of those that the answer has no room for. */
    record PostsResponse(List<PostResponse> items, List<String> left) {}

    private static Content content(String text, Optional<ObjectNode> data, Optional<List<String>> mentions) {
        return new Content(
                ClientText.require(text),
                ClientData.require(data, MAX_DATA_BYTES),
                mentioned(mentions.orElse(List.of())));
    }

    private static SortedSet<UserId> mentioned(List<String> mentions) {
        return users(mentions, Content.MAX_MENTIONS)
                .filter(users -> users.size() == mentions.size())
                .orElseThrow(() -> ProblemException.invalidBody(
                        "Invalid 'mentions': use up to " + Content.MAX_MENTIONS + " user ids, each once."));
    }

    /** Returns the users with these ids; empty if one is invalid, or if there are more. */
    private static Optional<SortedSet<UserId>> users(List<?> ids, int max) {
        boolean valid =
                ids.size() <= max && ids.stream().allMatch(id -> id instanceof String text && UserId.isValid(text));
        return valid
                ? Optional.of(
                        ids.stream().map(id -> new UserId((String) id)).collect(Collectors.toCollection(TreeSet::new)))
                : Optional.empty();
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.POST, owner = "author")
    ResponseEntity<PostResponse> publishPost(
            @RequestBody NewPost body, @RequestHeader HttpHeaders headers, Caller caller) {
        UserId author = caller.actAs("author", body.author());
        Content content = content(body.text(), body.data(), body.mentions());
        String key = IdempotencyKey.of(headers);
        Place place = body.place().map(PlaceBody::place).orElse(null);
        Audience audience = body.permissions().map(Permissions::parse).orElse(Audience.everyone());
        Post post = publisher.publish(author, content, key, place, audience);
        return answer(
                ResponseEntity.created(resource.below("/v1/posts/" + post.id().value())), post, Extras.NONE);
    }

    /** Leaves out what is gone, and what the viewer may not read. */
    @GetMapping
    @Access(scope = Scope.FEED, owner = Access.READER)
    PostsResponse getPosts(@RequestParam(defaultValue = "") String ids, Caller caller, ExtrasQuery with) {
        Map<PostId, Origin> origins = posts.posts().origins(ClientIds.list("ids", ids, PostId::parse));
        List<ItemKey> keys = origins.entrySet().stream()
                .map(post -> new ItemKey(FeedName.author(post.getValue().author()), post.getKey()))
                .toList();
        List<FeedItem> visible = posts.access().listed(keys, caller.viewer());
        Fitted fitted = texts.of(visible);
        Function<PostId, Extras> extras = with.ofItems(fitted.items(), caller.viewer());
        return new PostsResponse(
                fitted.items().stream()
                        .map(item -> PostResponse.of(
                                item,
                                Objects.requireNonNull(origins.get(item.post())).place(),
                                extras.apply(item.post())))
                        .toList(),
                fitted.full() ? after(fitted.items().getLast().post(), visible) : List.of());
    }

    private static List<String> after(PostId last, List<FeedItem> items) {
        Stream<PostId> posts = items.stream().map(FeedItem::post);
        return posts.dropWhile(post -> !post.equals(last))
                .skip(1)
                .map(PostId::value)
                .toList();
    }

    @GetMapping("/{id}")
    @Access(scope = Scope.FEED, owner = Access.READER)
    ResponseEntity<PostResponse> getPost(@PathVariable String id, Caller caller, ExtrasQuery with) {
        Post post = posts.post(id, caller.viewer());
        Extras extras = with.of(Set.of(post.id()), caller.viewer()).apply(post.id());
        return answer(ResponseEntity.ok(), post, extras);
    }

    @PutMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR)
    ResponseEntity<PostResponse> editPost(
            @PathVariable String id, @RequestBody NewVersion body, IfMatch versions, Caller caller) {
        Content content = content(body.text(), body.data(), body.mentions());
        versions.require();
        return answer(ResponseEntity.ok(), changer.edit(posts.own(id, caller), content, versions), Extras.NONE);
    }

    /** May be repeated: a retracted post stays so. */
    @DeleteMapping(path = "/{id}", produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR, anyOwner = Scope.ADMIN)
    void retractPost(@PathVariable String id, IfMatch versions, Caller caller) {
        changer.retract(ClientIds.post(id), versions, caller);
    }

    @GetMapping("/{id}/permissions")
    @Access(scope = Scope.FEED, owner = Access.READER)
    PermissionsBody getPermissions(@PathVariable String id, Caller caller) {
        Post post = posts.post(id, caller.viewer());
        return new PermissionsBody(Permissions.json(post.audience(), caller.seesAllOf(post.author())));
    }

    @PutMapping(path = "/{id}/permissions", consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.POST, owner = Access.AUTHOR)
    void putPermissions(@PathVariable String id, @RequestBody PermissionsBody body, IfMatch versions, Caller caller) {
        Audience audience = Permissions.parse(body.permissions());
        changer.permit(posts.own(id, caller), audience, versions);
    }

    private static ResponseEntity<PostResponse> answer(ResponseEntity.BodyBuilder builder, Post post, Extras extras) {
        return builder.eTag(Long.toString(post.version())).body(PostResponse.of(post, extras));
    }

    /** Converts permissions to and from JSON: {@code "public"}, {@code "followers"}, or a list of users, of which readers see only that it is one. */
    private static final class Permissions {
        private static final String PUBLIC = "public";
        private static final String FOLLOWERS = "followers";
        private static final String LIST = "list";

        /** Returns the audience for JSON; throws 400 if it is invalid. */
        static Audience parse(Object json) {
            if (json.equals(PUBLIC)) {
                return Audience.everyone();
            }
            if (json.equals(FOLLOWERS)) {
                return new Audience.Followers();
            }
            return (json instanceof List<?> ids ? users(ids, Audience.MAX_USERS) : Optional.<SortedSet<UserId>>empty())
                    .map(Audience.Users::new)
                    .orElseThrow(() -> ProblemException.invalidBody(
                            "Invalid permissions: use \"public\", \"followers\" or a list of up to "
                                    + Audience.MAX_USERS + " user ids."));
        }

        /** Returns the audience as JSON; all of it, with the users of a list as {@link #parse} takes it, or only its kind. */
        static Object json(Audience audience, boolean all) {
            return switch (audience) {
                case Audience.Everyone everyone -> PUBLIC;
                case Audience.Followers followers -> FOLLOWERS;
                case Audience.Users list ->
                    all ? list.users().stream().map(UserId::value).toList() : LIST;
            };
        }
    }
}
