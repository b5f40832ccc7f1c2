package io.feedmill.checker.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Draws calls of a few users, so that they meet: about each other, about posts that earlier answers named. For one thread at a time. */
public final class RandomCalls {
    /** The client of operators. */
    public static final String OPERATOR = "operators";
    /** Author of announcements. */
    public static final String ANNOUNCER = "feedmill";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> COUNTRIES = List.of("at/wien/wien", "at/tirol/hall", "nz/otago/dunedin");
    private static final List<String> REACTIONS = List.of("like", "love");
    private static final List<String> WITH = List.of("reactions", "counts", "reactions,counts");
    private static final List<String> ROOMS = List.of("kitchen", "hall");

    private static final int MAX_IDS = 100;

    private static final List<Integer> UNEVEN = List.of(0, 0, 1, 4);

    private Random random = new Random(0);
    private final List<String> users;
    private final Map<String, Known> posts = new LinkedHashMap<>();
    /** Deletions of the messages that answers named, by who said them. */
    private final List<Request> messages = new ArrayList<>();

    /** Marks as seen, or read, of what answers have shown, by its user. */
    private final List<Request> marks = new ArrayList<>();

    private final List<Request> keyed = new ArrayList<>();
    private final Map<Verb, Integer> weights;
    private final int total;
    private int number;

    /** A post that an answer named. */
    private static final class Known {
        private final String author;
        private long version = 1;

        Known(String author) {
            this.author = author;
        }
    }

    /** Draws calls of these users. */
    public RandomCalls(List<String> users) {
        this(users, Map.of());
    }

    /** @param weights of kinds of calls other than the usual ones */
    public RandomCalls(List<String> users, Map<Verb, Integer> weights) {
        this.users = List.copyOf(users);
        this.weights = weights;
        int sum = 0;
        for (Verb verb : Verb.values()) {
            sum += weight(verb);
        }
        this.total = sum;
    }

    /** Draws weights that leave some kinds of calls out, and have others more often: a sequence of few kinds meets more of what these do together. Posts and their pages are in all. */
    public static Map<Verb, Integer> unevenWeights(Random chance) {
        Map<Verb, Integer> weights = new EnumMap<>(Verb.class);
        for (Verb verb : Verb.values()) {
            weights.put(verb, verb.weight * UNEVEN.get(chance.nextInt(UNEVEN.size())));
        }
        weights.put(Verb.PUBLISH, 3 * Verb.PUBLISH.weight);
        weights.put(Verb.HOME, 3 * Verb.HOME.weight);
        return weights;
    }

    private int weight(Verb verb) {
        return weights.getOrDefault(verb, verb.weight);
    }

    /** Kinds of calls, with how often each is drawn. */
    public enum Verb {
        PUBLISH(14, RandomCalls::publish),
        PUBLISH_AGAIN(1, calls -> calls.keyed.isEmpty() ? null : calls.pick(calls.keyed)),
        EDIT(
                6,
                calls -> calls.ofAuthor((id, post) -> calls.condition(
                        Request.of(post.author, "PUT", "/v1/posts/" + id).with(calls.content()), post))),
        PERMIT(
                4,
                calls -> calls.ofAuthor((id, post) -> Request.of(post.author, "PUT", "/v1/posts/" + id + "/permissions")
                        .with(JSON.objectNode().set("permissions", calls.permissions())))),
        METADATA(
                1,
                calls -> calls.ofAuthor((id, post) -> Request.of(post.author, "PUT", "/v1/posts/" + id + "/metadata")
                        .with(JSON.objectNode().put("n", "n" + calls.number++)))),
        RETRACT(3, calls -> calls.ofAuthor((id, post) -> Request.of(post.author, "DELETE", "/v1/posts/" + id))),
        FOLLOW(10, calls -> calls.pair("PUT", "/v1/users/%s/following/%s")),
        UNFOLLOW(5, calls -> calls.pair("DELETE", "/v1/users/%s/following/%s")),
        POLICY(2, calls -> {
            String user = calls.user();
            return Request.of(user, "PUT", "/v1/users/" + user + "/follow-policy")
                    .with(JSON.objectNode().put("policy", calls.random.nextBoolean() ? "asks" : "open"));
        }),
        ACCEPT(4, calls -> calls.pair("PUT", "/v1/users/%s/requests/%s")),
        REFUSE(1, calls -> calls.pair("DELETE", "/v1/users/%s/requests/%s")),
        REFUSE_ALL(1, calls -> calls.own("DELETE", "/v1/users/%s/requests")),
        REMOVE_FOLLOWER(1, calls -> calls.pair("DELETE", "/v1/users/%s/followers/%s")),
        MUTE(3, calls -> calls.pair("PUT", "/v1/users/%s/muted/%s")),
        UNMUTE(2, calls -> calls.pair("DELETE", "/v1/users/%s/muted/%s")),
        BLOCK(2, calls -> calls.pair("PUT", "/v1/users/%s/blocked/%s")),
        UNBLOCK(2, calls -> calls.pair("DELETE", "/v1/users/%s/blocked/%s")),
        REBUILD(2, calls -> calls.own("POST", "/v1/feeds/home/%s:rebuild")),
        IMPORT(
                1,
                calls -> Request.of(OPERATOR, "POST", "/v1/follows:import")
                        .by("import")
                        .text(calls.lines())),
        HOME(16, calls -> calls.own("GET", "/v1/feeds/home/%s" + calls.query()).walked()),
        AUTHOR_FEED(
                6,
                calls -> Request.of(calls.user(), "GET", "/v1/feeds/user/" + calls.user() + calls.query())
                        .walked()),
        POST(5, calls -> calls.ofPost(id -> Request.of(calls.user(), "GET", "/v1/posts/" + id + calls.with("")))),
        POSTS(3, calls -> calls.ofPost(id -> Request.of(calls.user(), "GET", "/v1/posts" + calls.with(calls.ids())))),
        VERSIONS(1, calls -> calls.ofPost(id -> Request.of(calls.user(), "GET", "/v1/posts/" + id + "/versions"))),
        READ_PERMISSIONS(
                1,
                calls -> calls.ofAuthor(
                        (id, post) -> Request.of(post.author, "GET", "/v1/posts/" + id + "/permissions"))),
        FANOUT(4, calls -> calls.ofAuthor((id, post) -> Request.of(post.author, "GET", "/v1/posts/" + id + "/fanout"))),
        FANOUT_OF(
                3,
                calls -> calls.ofPost(id -> {
                    String user = calls.user();
                    return Request.of(user, "GET", "/v1/posts/" + id + "/fanout/" + user);
                })),
        JOBS(1, calls -> calls.ofAuthor((id, post) -> Request.of(post.author, "GET", "/v1/posts/" + id + "/jobs"))),
        COUNTERS(3, calls -> calls.ofPost(id -> Request.of(calls.user(), "GET", "/v1/posts/" + id + "/counters"))),
        AUTHOR_COUNTERS(1, calls -> calls.own("GET", "/v1/users/%s/counters")),
        VIEW(
                5,
                calls -> calls.ofPost(id -> {
                    String viewer = calls.user();
                    return Request.of(viewer, "POST", "/v1/posts/" + id + "/views")
                            .with(JSON.objectNode().put("viewer", viewer));
                })),
        REACT(4, calls -> calls.reaction("PUT")),
        UNREACT(2, calls -> calls.reaction("DELETE")),
        PLACE(
                2,
                calls -> Request.of(calls.user(), "GET", "/v1/places/" + calls.place() + "/posts" + calls.query())
                        .walked()),
        ROOM(
                2,
                calls -> Request.of(calls.user(), "GET", "/v1/rooms/" + calls.pick(ROOMS) + "/messages" + calls.limit())
                        .walked()),
        SAY(3, calls -> {
            String user = calls.user();
            return calls.key(Request.of(user, "POST", "/v1/rooms/" + calls.pick(ROOMS) + "/messages")
                    .with(JSON.objectNode().put("user", user).put("text", "m" + calls.number++)));
        }),
        UNSAY(1, calls -> calls.messages.isEmpty() ? null : calls.pick(calls.messages)),
        FOLLOWING(2, calls -> calls.own("GET", "/v1/users/%s/following").walked()),
        FOLLOWING_OF(1, calls -> calls.own("GET", "/v1/users/%s/following?of=" + String.join(",", calls.users))),
        IS_FOLLOWING(1, calls -> calls.pair("GET", "/v1/users/%s/following/%s")),
        FOLLOWERS(1, calls -> calls.own("GET", "/v1/users/%s/followers").walked()),
        REQUESTS(1, calls -> calls.own("GET", "/v1/users/%s/requests").walked()),
        MUTED(1, calls -> calls.own("GET", "/v1/users/%s/muted").walked()),
        BLOCKED(1, calls -> calls.own("GET", "/v1/users/%s/blocked").walked()),
        NOTIFICATIONS(
                4,
                calls -> calls.own("GET", "/v1/users/%s/notifications" + calls.limit())
                        .walked()),
        UNSEEN(2, calls -> calls.own("GET", "/v1/users/%s/notifications:unseen")),
        MARK(4, calls -> calls.marks.isEmpty() ? null : calls.newer(calls.marks)),
        NOTIFY(2, calls -> {
            String user = calls.user();
            String actor = calls.user();
            boolean alone = user.equals(actor);
            ObjectNode told = JSON.objectNode().put("kind", "award").put("object", alone ? "o1" : "o2");
            return Request.of(OPERATOR, "POST", "/v1/users/" + user + "/notifications")
                    .by("notify")
                    .with(alone ? told : told.put("actor", actor));
        }),
        READ_POLICY(1, calls -> calls.own("GET", "/v1/users/%s/follow-policy")),
        READ_REBUILD(3, calls -> calls.own("GET", "/v1/feeds/home/%s:rebuild")),
        ON_READ(
                2,
                calls -> Request.of(OPERATOR, "PUT", "/v1/admin/on-read/" + calls.user())
                        .by("admin")),
        OFF_READ(
                3,
                calls -> Request.of(OPERATOR, "DELETE", "/v1/admin/on-read/" + calls.user())
                        .by("admin")),
        ANNOUNCE(
                1,
                calls -> calls.key(Request.of(OPERATOR, "POST", "/v1/admin/announcements")
                        .by("admin")
                        .with(JSON.objectNode().put("text", "a" + calls.number++)))),
        SUSPEND(
                1,
                calls -> Request.of(OPERATOR, "PUT", "/v1/admin/users/" + calls.user())
                        .by("admin")
                        .with(JSON.objectNode().put("suspended", calls.random.nextInt(3) == 0))),
        DORMANT(
                1,
                calls -> calls.random.nextInt(3) == 0
                        ? Request.of(OPERATOR, "DELETE", "/v1/admin/dormant").by("admin")
                        : Request.of(OPERATOR, "PUT", "/v1/admin/dormant")
                                .by("admin")
                                .with(JSON.objectNode().put("days", 3 + calls.random.nextInt(8)))),
        WORKERS(1, calls -> Request.of(OPERATOR, "GET", "/v1/admin/workers").by("admin")),
        DEAD_LETTERS(
                1,
                calls -> Request.of(OPERATOR, "GET", "/v1/admin/dead-letters").by("admin")),
        REPORTS(1, calls -> Request.of(OPERATOR, "GET", "/v1/reports").by("reports")),
        RUN_REPORT(1, calls -> Request.of(OPERATOR, "POST", "/v1/reports:run").by("reports"));

        private final int weight;

        @SuppressWarnings("ImmutableEnumChecker") // each is a lambda without a state
        private final Function<RandomCalls, @Nullable Request> draw;

        Verb(int weight, Function<RandomCalls, @Nullable Request> draw) {
            this.weight = weight;
            this.draw = draw;
        }
    }

    /** A call and its kind. */
    public record Drawn(Verb verb, Request request) {}

    /** Draws the next call. */
    public Drawn next(Random chance) {
        random = chance;
        while (true) {
            int left = random.nextInt(total);
            for (Verb verb : Verb.values()) {
                left -= weight(verb);
                if (left < 0) {
                    Request request = verb.draw.apply(this);
                    if (request != null) {
                        return new Drawn(verb, request);
                    }
                    break;
                }
            }
        }
    }

    /** Learns from an answer which posts and messages there are. */
    public void answered(Request request, int status, @Nullable JsonNode answer) {
        String path = request.path();
        if (answer == null || status < 200 || status > 299) {
            return;
        }
        if (path.matches("/v1/users/[^/]+/notifications\\b[^:]*")) {
            answer.path("items").forEach(item -> shown(request.caller(), item));
        }
        if (request.method().equals("POST") && path.equals("/v1/posts")) {
            posts.putIfAbsent(answer.path("id").asString(""), new Known(request.caller()));
        } else if (request.method().equals("POST") && path.endsWith("/messages")) {
            messages.add(Request.of(
                    request.caller(), "DELETE", path + "/" + answer.path("id").asString("")));
        } else if (request.method().equals("PUT") && path.matches("/v1/posts/[^/]+")) {
            Known post = posts.get(path.substring("/v1/posts/".length()));
            if (post != null) {
                post.version = Math.max(post.version, answer.path("version").asLong(1));
            }
        }
    }

    private void shown(String user, JsonNode item) {
        String all = "/v1/users/" + user + "/notifications";
        Request seen = Request.of(user, "PUT", all + ":seen")
                .with(JSON.objectNode().put("until", item.path("at").asString("")));
        if (!marks.contains(seen)) {
            marks.add(seen);
            marks.add(Request.of(user, "PUT", all + "/" + item.path("id").asString("") + ":read"));
        }
    }

    /** The users. */
    public List<String> users() {
        return users;
    }

    /** Returns calls that read everything about the users and these posts. */
    public List<Request> everything() {
        List<Request> reads = new ArrayList<>();
        for (String user : users) {
            for (String list : List.of("following", "followers", "requests", "muted", "blocked")) {
                reads.add(Request.of(user, "GET", "/v1/users/" + user + "/" + list)
                        .walked());
            }
            reads.add(Request.of(user, "GET", "/v1/feeds/home/" + user + "?with=reactions,counts")
                    .walked());
            reads.addAll(notifications(user));
            reads.add(Request.of(user, "GET", "/v1/feeds/user/" + user).walked());
            reads.add(Request.of(user, "GET", "/v1/users/" + user + "/counters"));
        }
        posts.forEach((id, post) -> {
            for (String what : List.of("", "/counters", "/fanout", "/jobs")) {
                reads.add(Request.of(post.author, "GET", "/v1/posts/" + id + what));
            }
            users.stream()
                    .filter(user -> !user.equals(post.author))
                    .forEach(user -> reads.add(Request.of(user, "GET", "/v1/posts/" + id + "/fanout/" + user)));
        });
        return reads;
    }

    /** Returns calls that read a user's notifications. */
    public List<Request> notifications(String user) {
        String all = "/v1/users/" + user + "/notifications";
        return List.of(Request.of(user, "GET", all + "?limit=100"), Request.of(user, "GET", all + ":unseen"));
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String user() {
        return pick(users);
    }

    private String place() {
        String place = pick(COUNTRIES);
        return switch (random.nextInt(3)) {
            case 0 -> place;
            case 1 -> place.substring(0, place.lastIndexOf('/'));
            default -> place.substring(0, place.indexOf('/'));
        };
    }

    private String limit() {
        return random.nextInt(3) == 0 ? "" : "?limit=" + (1 + random.nextInt(random.nextBoolean() ? 3 : 20));
    }

    private Request own(String method, String path) {
        String user = user();
        return Request.of(user, method, path.formatted(user));
    }

    /** Of one user about another. */
    private @Nullable Request pair(String method, String path) {
        String user = user();
        String other = user();
        return user.equals(other) ? null : Request.of(user, method, path.formatted(user, other));
    }

    private interface OfPost {
        Request request(String id, Known post);
    }

    /** Newer posts more often. */
    private @Nullable String post() {
        if (posts.isEmpty()) {
            return null;
        }
        return newer(List.copyOf(posts.keySet()));
    }

    private <T> T newer(List<T> all) {
        int from = random.nextBoolean() ? Math.max(0, all.size() - 4) : 0;
        return all.get(from + random.nextInt(all.size() - from));
    }

    /** Some posts, up to the newest. */
    private String ids() {
        int first = Math.max(posts.size() - MAX_IDS, random.nextInt(posts.size()));
        return "?ids=" + posts.keySet().stream().skip(first).collect(Collectors.joining(","));
    }

    private String query() {
        return with(limit());
    }

    /** With what a list tells beside each post, or without. */
    private String with(String query) {
        return random.nextInt(3) > 0 ? query : query + (query.isEmpty() ? "?" : "&") + "with=" + pick(WITH);
    }

    private @Nullable Request ofAuthor(OfPost call) {
        String id = post();
        return id == null ? null : call.request(id, Objects.requireNonNull(posts.get(id)));
    }

    private @Nullable Request ofPost(Function<String, Request> call) {
        String id = post();
        return id == null ? null : call.apply(id);
    }

    private @Nullable Request reaction(String method) {
        String user = user();
        return ofPost(id -> Request.of(user, method, "/v1/posts/" + id + "/reactions/" + pick(REACTIONS) + "/" + user));
    }

    private Request condition(Request request, Known post) {
        return request.header("If-Match", random.nextInt(4) == 0 ? "*" : "\"" + post.version + "\"");
    }

    private Request key(Request request) {
        if (random.nextInt(4) == 0) {
            return request;
        }
        Request withKey = request.header("Idempotency-Key", "key-" + number++);
        keyed.add(withKey);
        return withKey;
    }

    private ObjectNode content() {
        ObjectNode content = JSON.objectNode().put("text", "t" + number++);
        if (random.nextInt(5) == 0) {
            content.set("data", JSON.objectNode().put("n", number++));
        }
        if (random.nextInt(4) == 0) {
            ArrayNode mentions = content.putArray("mentions");
            new TreeSet<>(List.of(user(), user())).forEach(mentions::add);
        }
        return content;
    }

    private JsonNode permissions() {
        return switch (random.nextInt(5)) {
            case 0 -> JSON.arrayNode();
            case 1 -> JSON.arrayNode().add(user());
            case 2 -> JSON.arrayNode().add(users.get(0)).add(users.get(1));
            case 3 -> JSON.stringNode("followers");
            default -> JSON.stringNode("public");
        };
    }

    private Request publish() {
        String author = user();
        ObjectNode post = content().put("author", author);
        if (random.nextInt(5) == 0) {
            String[] names = pick(COUNTRIES).split("/", -1);
            post.set(
                    "place",
                    JSON.objectNode()
                            .put("country", names[0])
                            .put("state", names[1])
                            .put("city", names[2]));
        }
        if (random.nextInt(4) == 0) {
            post.set("permissions", permissions());
        }
        return key(Request.of(author, "POST", "/v1/posts").with(post));
    }

    private String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            String user = user();
            String author = user();
            if (!user.equals(author)) {
                lines.append(user).append(' ').append(author).append('\n');
            }
        }
        return lines.isEmpty() ? users.get(0) + " " + users.get(1) + "\n" : lines.toString();
    }
}
