package io.feedmill.api.feed;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.Parallel;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What a call shows beside posts: an argument of controllers, from the query parameter {@code with}, a list of {@code reactions} and {@code counts}. */
public record ExtrasQuery(
        Source source, Set<String> with, @Nullable Future<Page<ReactionKey, PostId>> newest) {
    private static final String REACTIONS = "reactions";
    private static final String COUNTS = "counts";

    /** What is shown beside a post: the kinds of the viewer's reactions, and how often it was viewed and reacted to. Null, and absent: not asked for. */
    public record Extras(
            @Nullable SortedSet<String> reacted, @Nullable Counts counts) {
        public static final Extras NONE = new Extras(null, null);
    }

    /** The viewers of a post, each once, and its reactions by kind. */
    public record Counts(long views, SortedMap<String, Long> reactions) {}

    /** Reads what is shown beside posts. Thread-safe. */
    public interface Source {
        /** Returns the viewer's newest reactions to posts up to this one (null: to any), to the post {@code next} perhaps not all. */
        Page<ReactionKey, PostId> newest(UserId viewer, @Nullable PostId upTo);

        /** Returns the kinds of the viewer's reactions to those of these posts that have any. */
        Map<PostId, SortedSet<String>> reacted(UserId viewer, Collection<PostId> posts);

        /** Returns the counts of all of these posts, as they were some seconds ago. */
        Map<PostId, Counts> counts(Collection<PostId> posts);
    }

    /** Begins to read what the viewer sees beside a page of a feed from this key on (null: the first), while the page is read. */
    ExtrasQuery begun(@Nullable UserId viewer, @Nullable FeedKey from) {
        PostId upTo = from == null ? null : FeedKey.last(from.tick()).postId();
        return with.contains(REACTIONS) && viewer != null
                ? new ExtrasQuery(source, with, Parallel.start(() -> source.newest(viewer, upTo)))
                : this;
    }

    /** Returns what the viewer (null: anonymous) sees beside these posts. */
    public Function<PostId, Extras> of(Collection<PostId> posts, @Nullable UserId viewer) {
        Future<Map<PostId, Counts>> counts = with.contains(COUNTS) ? Parallel.start(() -> source.counts(posts)) : null;
        Map<PostId, SortedSet<String>> reacted =
                with.contains(REACTIONS) && viewer != null ? reacted(posts, viewer) : Map.of();
        Map<PostId, Counts> counted = counts == null ? Map.of() : Parallel.await(counts);
        return post -> new Extras(
                with.contains(REACTIONS) ? reacted.getOrDefault(post, Collections.emptySortedSet()) : null,
                counted.get(post));
    }

    private Map<PostId, SortedSet<String>> reacted(Collection<PostId> posts, UserId viewer) {
        if (newest == null) {
            return source.reacted(viewer, posts);
        }
        Page<ReactionKey, PostId> known = Parallel.await(newest);
        Map<PostId, SortedSet<String>> reacted = ReactionKey.kinds(known.items().stream());
        PostId next = known.next();
        if (next != null) {
            reacted.putAll(source.reacted(
                    viewer,
                    posts.stream().filter(post -> post.compareTo(next) <= 0).toList()));
        }
        return reacted;
    }

    /** Returns what the viewer (null: anonymous) sees beside the posts of these items. */
    public Function<PostId, Extras> ofItems(List<FeedItem> items, @Nullable UserId viewer) {
        return of(items.stream().map(FeedItem::post).toList(), viewer);
    }

    private static Set<String> parse(@Nullable String with) {
        Set<String> names = with == null ? Set.of() : Set.copyOf(List.of(with.split(",", -1)));
        if (!Set.of(REACTIONS, COUNTS).containsAll(names)) {
            throw ProblemException.invalidParameter("Invalid 'with': use reactions, counts or reactions,counts.");
        }
        return names;
    }

    @Component
    static final class Resolver extends QueryArgumentResolver<ExtrasQuery> {
        Resolver(Source source) {
            super(
                    ExtrasQuery.class,
                    request -> new ExtrasQuery(source, parse(parameter(request, "with")), null),
                    "with");
        }
    }
}
