package io.feedmill.api.security;

import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.FakeStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Users with random follows, blocks and posts, in the API and in a plain model. Home feeds have every post: the reads alone protect it. */
final class SecretWorld {
    private static final int USERS = 5;

    private final Http http;
    private final FakeStores stores;
    private final Random random;
    private final List<String> users;
    private final List<Secret> posts = new ArrayList<>();
    private final Set<Pair> follows = new HashSet<>();
    private final Set<Pair> blocks = new HashSet<>();

    private record Pair(String user, String other) {
        Pair reversed() {
            return new Pair(other, user);
        }
    }

    /**
     * A post.
     *
     * @param texts of all its versions
     * @param readers null: followers; empty: everybody, else the list
     */
    record Secret(
            String id,
            String author,
            List<String> texts,
            @Nullable Set<String> readers,
            boolean retracted) {}

    SecretWorld(Http http, FakeStores stores, long seed) {
        this.http = http;
        this.stores = stores;
        this.random = new Random(seed);
        this.users = IntStream.range(0, USERS)
                .mapToObj(i -> "secret-" + seed + "-" + i)
                .toList();
    }

    List<String> users() {
        return users;
    }

    List<Secret> posts() {
        return posts;
    }

    void live(int steps) {
        for (int i = 0; i < USERS; i++) {
            publish();
        }
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> publish();
                case 3, 4 -> follow(pair());
                case 5 -> unfollow(pair());
                case 6 -> block(pair());
                case 7 -> unblock(pair());
                case 8 -> permit();
                default -> editOrRetract();
            }
        }
    }

    private Pair pair() {
        int user = random.nextInt(USERS);
        return new Pair(users.get(user), users.get((user + 1 + random.nextInt(USERS - 1)) % USERS));
    }

    private void publish() {
        String author = users.get(random.nextInt(USERS));
        String text = "<text " + posts.size() + " of " + author + ">";
        Set<String> readers = readers();
        Answer answer = send("POST", "posts", """
                {"author": "%s", "text": "%s", "permissions": %s, "place": {"country": "%s"}}""".formatted(author, text, json(readers), users.getFirst()));
        String id = answer.json().path("id").asString();
        deliver(id);
        posts.add(new Secret(id, author, List.of(text), readers, false));
    }

    /** As if everybody had followed the author. */
    private void deliver(String id) {
        FeedItem item = FeedItem.of(stores.posts().find(PostId.parse(id)).orElseThrow(), Via.FOLLOW);
        WriteOptions terms = WriteOptions.express(Deadline.in(Duration.ofMinutes(1), System::nanoTime));
        stores.feeds().putHome(item, users.stream().map(UserId::new).toList(), terms);
    }

    private @Nullable Set<String> readers() {
        return switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> Set.of();
            default -> Set.of(users.get(random.nextInt(USERS)), users.get(random.nextInt(USERS / 2)) + "-x");
        };
    }

    private static String json(@Nullable Set<String> readers) {
        if (readers == null) {
            return "\"followers\"";
        }
        return readers.isEmpty()
                ? "\"public\""
                : readers.stream().map(user -> '"' + user + '"').collect(Collectors.joining(",", "[", "]"));
    }

    private void follow(Pair pair) {
        if (send("PUT", "users/" + pair.user() + "/following/" + pair.other(), "")
                        .status()
                == 204) {
            follows.add(pair);
        }
    }

    private void unfollow(Pair pair) {
        send("DELETE", "users/" + pair.user() + "/following/" + pair.other(), "");
        follows.remove(pair);
    }

    private void block(Pair pair) {
        send("PUT", "users/" + pair.user() + "/blocked/" + pair.other(), "");
        blocks.add(pair);
        follows.remove(pair);
        follows.remove(pair.reversed());
    }

    private void unblock(Pair pair) {
        send("DELETE", "users/" + pair.user() + "/blocked/" + pair.other(), "");
        blocks.remove(pair);
    }

    /** A second change within a second is refused. */
    private void permit() {
        if (!posts.isEmpty()) {
            int index = random.nextInt(posts.size());
            Secret post = posts.get(index);
            Set<String> readers = readers();
            String body = "{\"permissions\":" + json(readers) + "}";
            if (send("PUT", "posts/" + post.id() + "/permissions", body).status() == 204) {
                posts.set(index, new Secret(post.id(), post.author(), post.texts(), readers, false));
            }
        }
    }

    private void editOrRetract() {
        if (!posts.isEmpty()) {
            int index = random.nextInt(posts.size());
            Secret post = posts.get(index);
            if (random.nextInt(3) == 0) {
                send("DELETE", "posts/" + post.id(), "");
                posts.set(index, new Secret(post.id(), post.author(), post.texts(), post.readers(), true));
            } else {
                edit(index, post, "<edited " + index + " of " + post.author() + ">");
            }
        }
    }

    private void edit(int index, Secret post, String text) {
        if (send("PUT", "posts/" + post.id(), "{\"text\":\"" + text + "\"}").status() == 200) {
            List<String> texts =
                    Stream.concat(post.texts().stream(), Stream.of(text)).toList();
            posts.set(index, new Secret(post.id(), post.author(), texts, post.readers(), false));
        }
    }

    private Answer send(String method, String path, String body) {
        return body.isEmpty()
                ? http.send(method, "/v1/" + path)
                : http.send(http.request(method, "/v1/" + path, body).header("If-Match", "*"));
    }

    /** Returns whether the reader (null: anonymous) may read the post. */
    boolean mayRead(Secret post, @Nullable String reader) {
        if (post.retracted()) {
            return false;
        }
        Set<String> readers = post.readers();
        if (reader == null) {
            return readers != null && readers.isEmpty();
        }
        Pair pair = new Pair(reader, post.author());
        boolean admitted = readers == null ? follows.contains(pair) : readers.isEmpty() || readers.contains(reader);
        return reader.equals(post.author()) || (admitted && !isBlocked(reader, post.author()));
    }

    boolean follows(String user, String author) {
        return follows.contains(new Pair(user, author));
    }

    private boolean isBlocked(String reader, String author) {
        Pair pair = new Pair(reader, author);
        return blocks.contains(pair) || blocks.contains(pair.reversed());
    }
}
