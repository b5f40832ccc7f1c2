package io.feedmill.checker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All posts of a world: those whose calls were answered, and those that answers to others show. */
final class PostIndex {
    private final Settings settings;
    private final Map<String, Post> byId = new LinkedHashMap<>();
    private final Map<String, List<Post>> byAuthor = new HashMap<>();
    private final List<Post> newest = new ArrayList<>();
    private final List<Op> lostPosts = new ArrayList<>();

    PostIndex(World world) {
        this.settings = world.settings;
        collectPosts(world);
        newest.addAll(byId.values());
        newest.sort(Comparator.comparingLong((Post post) -> post.createdAt).reversed());
        newest.forEach(post -> byAuthor.computeIfAbsent(post.author, author -> new ArrayList<>())
                .add(post));
    }

    @Nullable Post get(String id) {
        return byId.get(id);
    }

    /** Returns the author's posts, newest first. */
    List<Post> of(String author) {
        return byAuthor.getOrDefault(author, List.of());
    }

    Collection<Post> all() {
        return byId.values();
    }

    private void collectPosts(World world) {
        Map<String, List<Op>> published = new LinkedHashMap<>();
        for (Op op : world.ops) {
            if (op.is("publishPost", "announce")) {
                String id = op.answer().path("id").asString("");
                if (op.sure() && !id.isEmpty()) {
                    published.computeIfAbsent(id, key -> new ArrayList<>()).add(op);
                } else if (op.possible()) {
                    lostPosts.add(op);
                }
            }
        }
        published.forEach(this::addPublished);
        world.ops.stream().filter(Op::sure).forEach(op -> shown(op.answer()).forEach(item -> sight(item, op.end())));
        world.streams
                .values()
                .forEach(events -> events.forEach(event ->
                        shown(event.data()).forEach(item -> sight(item, World.nanos(event.time())))));
    }

    private void addPublished(String id, List<Op> calls) {
        Op first = calls.getFirst();
        String key = first.header("Idempotency-Key");
        Op earliest = first;
        if (key != null) {
            List<Op> attempts =
                    lostPosts.stream().filter(op -> isAttempt(op, first, key)).toList();
            earliest = attempts.stream()
                    .min(Comparator.comparingLong(Op::begin))
                    .filter(op -> op.begin() < first.begin())
                    .orElse(first);
            lostPosts.removeAll(attempts);
        }
        JsonNode answer = first.answer();
        long createdAt = World.nanos(answer.path(first.is("announce") ? "acceptedAt" : "createdAt"));
        long end = calls.stream().mapToLong(Op::end).min().orElse(first.end());
        add(new Post(id, author(first), List.of(first), createdAt, earliest.begin(), end, Set.of(audience(first))));
    }

    private static boolean isAttempt(Op op, Op first, String key) {
        return key.equals(op.header("Idempotency-Key"))
                && op.name().equals(first.name())
                && op.body().equals(first.body());
    }

    private static boolean isAnswerTo(Op publish, JsonNode item) {
        return publish.body().path("text").equals(item.path("text"))
                && Post.data(publish.body()).equals(item.path("data"));
    }

    private String author(Op publish) {
        return publish.is("announce")
                ? settings.announcer()
                : publish.body().path("author").asString("");
    }

    private static Post.Audience audience(Op publish) {
        return Post.Audience.of(publish.body().path("permissions"));
    }

    private void add(Post post) {
        byId.put(post.id, post);
    }

    /** Returns the items of an answer that tell of posts. */
    private static List<JsonNode> shown(@Nullable JsonNode answer) {
        if (answer == null) {
            return List.of();
        }
        if (answer.path("items").isArray()) {
            return answer.path("items")
                    .valueStream()
                    .map(item -> item.path("post").isObject() ? item.path("post") : item)
                    .filter(PostIndex::isPost)
                    .toList();
        }
        return isPost(answer) ? List.of(answer) : List.of();
    }

    private static boolean isPost(JsonNode node) {
        return node.has("author")
                && node.has("version")
                && node.has("createdAt")
                && !World.id(node).isEmpty();
    }

    /** A post of which nobody got an answer: it is told by its first sight. */
    private void sight(JsonNode item, long time) {
        Post known = byId.get(World.id(item));
        if (known != null) {
            known.end = Math.min(known.end, Math.max(time, known.begin));
            return;
        }
        String author = item.path("author").asString("");
        List<Op> candidates = lostPosts.stream()
                .filter(op -> author(op).equals(author) && op.begin() <= time)
                .filter(op -> item.path("version").asInt(0) > 1 || isAnswerTo(op, item))
                .toList();
        if (candidates.isEmpty() && !settings.empty()) {
            return;
        }
        Set<Post.Audience> audiences =
                new HashSet<>(candidates.stream().map(PostIndex::audience).toList());
        long begin = candidates.stream().mapToLong(Op::begin).min().orElse(time);
        long createdAt = World.nanos(item.path("createdAt"));
        add(new Post(World.id(item), author, candidates, createdAt, begin, time, audiences));
    }

    /** Returns how many posts of the author, null for all, may exist that nobody has seen until then. */
    long lost(@Nullable String author, long until) {
        return lostPosts.stream()
                .filter(op -> (author == null || author(op).equals(author)) && op.begin() <= until)
                .count();
    }

    /** Returns all posts that were published after the moment and before the other, newest first. */
    List<Post> between(long after, long before) {
        return after < before ? newest.subList(first(before), first(after + 1)) : List.of();
    }

    private int first(long below) {
        int low = 0;
        int high = newest.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (newest.get(middle).createdAt >= below) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
