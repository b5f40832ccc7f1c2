package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;

/** Users with random follow policies, follows, blocks, posts and messages in a room, in the API and in a plain model. Home feeds have every post: the reads alone protect it. */
final class SecretWorld {
    private static final int USERS = 5;
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final Http http;
    private final MemoryStores stores;
    private final Random random;
    final List<String> users;
    final List<Secret> posts = new ArrayList<>();
    private final List<Said> said = new ArrayList<>();
    private final Set<String> asking = new HashSet<>();
    private final Set<Pair> requests = new HashSet<>();
    private final Set<Pair> follows = new HashSet<>();
    private final Set<Pair> blocks = new HashSet<>();

    /** Users, and posts that their home feeds do not have. */
    private final Set<Pair> absent = new HashSet<>();

    private record Said(String user, String text) {}

    private record Pair(String user, String other) {
        Pair reversed() {
            return new Pair(other, user);
        }
    }

    /**
     * A post.
     *
     * @param texts of all its versions
     * @param drafts how many of these, from the first, only the author may read: they are from before the last widening
     * @param readers null: followers; empty: everybody, else the list
     */
    record Secret(
            String id,
            String author,
            List<String> texts,
            int drafts,
            @Nullable Set<String> readers,
            boolean retracted) {

        Secret permitting(@Nullable Set<String> others) {
            return new Secret(id, author, texts, widens(others) ? texts.size() - 1 : drafts, others, false);
        }

        private boolean widens(@Nullable Set<String> others) {
            if (readers != null && readers.isEmpty()) {
                return false;
            }
            if (others == null || others.isEmpty()) {
                return readers != null || others != null;
            }
            return readers == null || !readers.containsAll(others);
        }

        Secret edited(String text) {
            List<String> all = Stream.concat(texts.stream(), Stream.of(text)).toList();
            return new Secret(id, author, all, drafts, readers, false);
        }

        Secret gone() {
            return new Secret(id, author, texts, drafts, readers, true);
        }
    }

    SecretWorld(Http http, MemoryStores stores, long seed) {
        this.http = http;
        this.stores = stores;
        this.random = new Random(seed);
        this.users = IntStream.range(0, USERS)
                .mapToObj(i -> "secret-" + seed + "-" + i)
                .toList();
    }

    void live(int steps) {
        for (int i = 0; i < USERS; i++) {
            publish();
        }
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(16)) {
                case 0, 1, 2 -> publish();
                case 3, 4, 5, 6 -> follow(pair());
                case 7 -> unfollow(pair());
                case 8 -> block(pair());
                case 9 -> unblock(pair());
                case 10 -> permit();
                case 11 -> setPolicy(pair().user());
                case 12 -> accept(requested());
                case 13 -> refuse(requested());
                case 14 -> say();
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
                {"author": "%s", "text": "%s", "permissions": %s, "place": {"country": "%s"}, "mentions": %s}""".formatted(
                        author, text, json(readers), users.getFirst(), json(Set.copyOf(others(author)))));
        Secret post = new Secret(answer.id(), author, List.of(text), 0, readers, false);
        posts.add(post);
        deliver(post);
        others(author).forEach(user -> tell(user, NotificationKey.MENTION, post, List.of(author)));
        tell(author, NotificationKey.REACTION, post, others(author));
    }

    private List<String> others(String user) {
        return users.stream().filter(other -> !other.equals(user)).toList();
    }

    /** Writes the group that a worker would write, whether or not its user may know of it. */
    private void tell(String user, String kind, Secret post, List<String> actors) {
        stores.get(NotificationStore.class)
                .refresh(
                        new NotificationKey(new UserId(user), kind, post.id()),
                        actors.stream().map(UserId::new).collect(Collectors.toSet()),
                        asked -> asked.stream().collect(Collectors.toMap(actor -> actor, actor -> 1L)));
    }

    /** Returns the kinds and posts of the user's notifications, newest first. An edit takes the mentions out. */
    List<String> toldTo(String user) {
        return posts.reversed().stream()
                .filter(post -> users.contains(user) && !post.retracted())
                .flatMap(post -> {
                    boolean reacted = post.author().equals(user)
                            && others(user).stream().anyMatch(other -> !isBlocked(user, other));
                    boolean mentioned =
                            !post.author().equals(user) && post.texts().size() == 1 && mayRead(post, user);
                    return reacted
                            ? Stream.of("reaction " + post.id())
                            : mentioned ? Stream.of("mention " + post.id()) : Stream.empty();
                })
                .toList();
    }

    /** As if everybody had followed the author whom no block keeps from it. */
    private void deliver(Secret post) {
        for (String user : users) {
            absent.add(new Pair(user, post.id()));
            if (!isBlocked(user, post.author())) {
                bring(post, user);
            }
        }
    }

    /** Writes the row that the home feed does not have, if the audience admits its reader. */
    private void bring(Secret post, String user) {
        FeedItem item = FeedItem.of(stores.posts().find(PostId.parse(post.id())).orElseThrow(), Via.FOLLOW);
        UserId reader = new UserId(user);
        if (item.reaches(reader) && absent.remove(new Pair(user, post.id()))) {
            stores.feeds().putHome(item, List.of(reader), options());
        }
    }

    private static WriteOptions options() {
        return WriteOptions.express(Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system()));
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

    /** The room of this world. */
    String room() {
        return users.getFirst() + "-room";
    }

    private void say() {
        String user = users.get(random.nextInt(USERS));
        String text = "<said " + said.size() + " by " + user + ">";
        send("POST", "rooms/" + room() + "/messages", "{\"user\":\"%s\",\"text\":\"%s\"}".formatted(user, text));
        said.add(new Said(user, text));
    }

    /** Returns what the reader (null: a service without viewer) sees in the room, newest first: nothing of users with whom a block stands. */
    List<String> saidTo(@Nullable String reader) {
        return said.reversed().stream()
                .filter(message -> reader == null || !isBlocked(reader, message.user()))
                .map(Said::text)
                .toList();
    }

    private void setPolicy(String user) {
        boolean asks = random.nextBoolean();
        String policy = "{\"policy\":\"" + (asks ? "asks" : "open") + "\"}";
        assertThat(send("PUT", "users/" + user + "/follow-policy", policy).status())
                .isEqualTo(204);
        if (asks) {
            asking.add(user);
        } else {
            asking.remove(user);
        }
    }

    private void follow(Pair pair) {
        boolean asks = asking.contains(pair.other()) && !follows.contains(pair);
        int expected = isBlocked(pair.user(), pair.other()) ? 403 : asks ? 202 : 204;
        assertThat(send("PUT", "users/" + pair.user() + "/following/" + pair.other(), "")
                        .status())
                .isEqualTo(expected);
        if (expected == 202) {
            requests.add(pair);
        } else if (expected == 204) {
            begin(pair);
        }
    }

    private void begin(Pair follow) {
        requests.remove(follow);
        follows.add(follow);
        standing(follow.other()).forEach(post -> bring(post, follow.user()));
    }

    /** Returns an open request, or any pair if none is open. */
    private Pair requested() {
        Pair any = pair();
        return requests.stream()
                .sorted(Comparator.comparing(Pair::toString))
                .skip(requests.isEmpty() ? 0 : random.nextInt(requests.size()))
                .findFirst()
                .orElse(any);
    }

    private void accept(Pair request) {
        boolean open = requests.contains(request);
        assertThat(send("PUT", "users/" + request.other() + "/requests/" + request.user(), "")
                        .status())
                .isEqualTo(open || follows.contains(request) ? 204 : 404);
        if (open) {
            begin(request);
        }
    }

    private void refuse(Pair request) {
        send("DELETE", "users/" + request.other() + "/requests/" + request.user(), "");
        requests.remove(request);
    }

    /** Returns the users whose requests to follow this one are open, in ascending order. */
    List<String> requestsTo(String user) {
        return requests.stream()
                .filter(request -> request.other().equals(user))
                .map(Pair::user)
                .sorted()
                .toList();
    }

    private Stream<Secret> standing(String author) {
        return posts.stream().filter(post -> post.author().equals(author) && !post.retracted());
    }

    private void unfollow(Pair pair) {
        send("DELETE", "users/" + pair.user() + "/following/" + pair.other(), "");
        follows.remove(pair);
        requests.remove(pair);
    }

    private void block(Pair pair) {
        send("PUT", "users/" + pair.user() + "/blocked/" + pair.other(), "");
        blocks.add(pair);
        Stream.of(pair, pair.reversed())
                .filter(other -> !follows.contains(other))
                .forEach(this::clear);
        Set.of(pair, pair.reversed()).forEach(ended -> {
            follows.remove(ended);
            requests.remove(ended);
        });
    }

    /** A home feed has nothing of an author who is neither followed nor, by the end of a follow, hidden. */
    private void clear(Pair stranger) {
        posts.stream().filter(post -> post.author().equals(stranger.other())).forEach(post -> {
            absent.add(new Pair(stranger.user(), post.id()));
            stores.feeds().deleteHome(PostId.parse(post.id()), List.of(new UserId(stranger.user())), options());
        });
    }

    private void unblock(Pair pair) {
        send("DELETE", "users/" + pair.user() + "/blocked/" + pair.other(), "");
        blocks.remove(pair);
    }

    /** A second change within a second is refused. The rows that home feeds have are not updated. */
    private void permit() {
        if (!posts.isEmpty()) {
            int index = random.nextInt(posts.size());
            Secret post = posts.get(index);
            Set<String> readers = readers();
            String body = "{\"permissions\":" + json(readers) + "}";
            if (send("PUT", "posts/" + post.id() + "/permissions?viewer=" + post.author(), body)
                            .status()
                    == 204) {
                Secret changed = post.permitting(readers);
                posts.set(index, changed);
                users.stream().filter(user -> follows(user, post.author())).forEach(user -> bring(changed, user));
            }
        }
    }

    private void editOrRetract() {
        if (!posts.isEmpty()) {
            int index = random.nextInt(posts.size());
            Secret post = posts.get(index);
            if (random.nextInt(3) == 0) {
                send("DELETE", "posts/" + post.id(), "");
                posts.set(index, post.gone());
            } else {
                edit(index, post, "<edited " + index + " of " + post.author() + ">");
            }
        }
    }

    /** Of long ago, so that a change of permissions may follow at once. */
    private void edit(int index, Secret post, String text) {
        stores.posts().find(PostId.parse(post.id())).ifPresent(read -> {
            Change edit = new Change.Edit(Content.of(text + " " + read.version()), Duration.ZERO);
            JobId job = JobId.create(read.id().tick() - HOUR + read.version(), random);
            assertThat(stores.posts().change(read, edit, job)).isInstanceOf(ChangeResult.Accepted.class);
            posts.set(index, post.edited(text + " " + read.version()));
        });
    }

    private Answer send(String method, String path, String body) {
        if (body.isEmpty()) {
            return http.send(method, "/v1/" + path);
        }
        RequestHeadersSpec<?> request = http.request(method, "/v1/" + path, body);
        return http.send(method.equals("PUT") && path.startsWith("posts/") ? request.header("If-Match", "*") : request);
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
