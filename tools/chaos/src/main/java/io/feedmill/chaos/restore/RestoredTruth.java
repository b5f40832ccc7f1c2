package io.feedmill.chaos.restore;

import io.feedmill.cli.audit.AuditStores;
import io.feedmill.client.Post;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.Recall;
import io.feedmill.stack.verify.Posts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What pages of home feeds must show after a restore, by the source of truth: the posts of each user, with tombstones. */
record RestoredTruth(AuditStores stores, Map<UserId, List<AuthorPost>> posts) {
    /** More than any user has posts, or follows. */
    private static final int ALL = 1_000;

    /** Each text counts. */
    private static final String ANY = "";

    static RestoredTruth read(AuditStores stores, Collection<String> users) {
        return new RestoredTruth(
                stores,
                users.stream()
                        .map(UserId::new)
                        .collect(Collectors.toMap(
                                Function.identity(),
                                user -> stores.feeds().posts(user, null, ALL, Consistency.STRONG))));
    }

    /** Returns the posts that are not retracted. */
    Posts live() {
        return Posts.of(
                ANY,
                posts.keySet().stream()
                        .flatMap(this::liveBy)
                        .map(RestoredTruth::post)
                        .toList());
    }

    /** Returns the posts that pages hide although they are not retracted: their recalls have ended, and are still in force. */
    Set<PostId> recalled() {
        return stores.recalls().all(1_000).rows().stream()
                .filter(recall -> recall.kind() == Recall.Kind.RETRACTED)
                .map(Recall::post)
                .collect(Collectors.toSet());
    }

    /** Returns the posts that the reader's pages must show, without the recalled ones. Every follow brings all posts of an author, who has up to 100. */
    List<Post> homeFeed(String reader, Set<PostId> recalled) {
        UserId user = new UserId(reader);
        Set<UserId> hidden = stores.readers().view(user).hidden();
        return Stream.concat(Stream.of(user), stores.follows().followingAfter(user, null, ALL).stream())
                .filter(author -> !hidden.contains(author))
                .flatMap(this::liveBy)
                .filter(item -> item.reaches(user) && !recalled.contains(item.post()))
                .map(RestoredTruth::post)
                .toList();
    }

    private Stream<FeedItem> liveBy(UserId author) {
        return posts.getOrDefault(author, List.of()).stream()
                .flatMap(post -> post.truth() instanceof Truth.Live live ? Stream.of(live.item()) : Stream.empty());
    }

    private static Post post(FeedItem item) {
        return new Post(
                item.post().value(),
                item.author().value(),
                item.text(),
                null,
                item.post().createdAt(),
                item.version(),
                null,
                null,
                null,
                null);
    }
}
