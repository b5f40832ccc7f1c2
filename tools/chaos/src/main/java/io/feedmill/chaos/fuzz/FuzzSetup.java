package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.chaos.fuzz.Fixtures.Continued;
import io.feedmill.chaos.fuzz.RawHttp.Answer;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes what the cases refer to. */
public final class FuzzSetup {
    /** The number of followers of each author. */
    private static final List<Integer> FOLLOWERS = List.of(40, 20, 5, 0);

    private static final int POSTS_EACH = 2;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern NEXT = Pattern.compile("\"(?:next|cursor)\":\"([\\w-]+)\"");

    /** The lists that have a second page, by their first. */
    private static final Map<ApiCall, String> LISTS = Map.of(
            ApiCall.HOME_FEED, "/v1/feeds/home/fan-00?limit=1",
            ApiCall.AUTHOR_FEED, "/v1/feeds/user/author-0?limit=1",
            ApiCall.FOLLOWERS, "/v1/users/author-0/followers?limit=1",
            ApiCall.FOLLOWING, "/v1/users/fan-00/following?limit=1",
            ApiCall.COUNTRY, "/v1/places/" + Fixtures.COUNTRY + "/posts?limit=1",
            ApiCall.MESSAGES, "/v1/rooms/" + Fixtures.ROOM + "/messages?limit=1",
            ApiCall.EVENTS, "/v1/devices/" + Fixtures.DEVICE + "/events?limit=1",
            ApiCall.PARTITIONS, "/v1/admin/partitions/feedmill-follows?method=skip&units=1");

    private final Rig rig;
    private final FeedmillClient feedmill;
    private final RawHttp http;

    public FuzzSetup(Rig rig) {
        this.rig = rig;
        this.feedmill = rig.feedmill();
        this.http = new RawHttp(rig.fleet().api().url(), LIMIT);
    }

    /** Returns the follows of the users who are compared: authors, and fans who follow the first authors. */
    public static FollowGraph graph() {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        for (int author = 0; author < FOLLOWERS.size(); author++) {
            int followed = graph.user("author-" + author);
            IntStream.range(0, FOLLOWERS.get(author))
                    .forEach(fan -> graph.follow(graph.user("fan-%02d".formatted(fan)), followed));
        }
        return graph.build();
    }

    /** Publishes the first posts of the authors who are compared. */
    public List<Post> publish() {
        return IntStream.range(0, FOLLOWERS.size() * POSTS_EACH)
                .mapToObj(number ->
                        feedmill.publishPost(new NewPost("author-" + number / POSTS_EACH, "Before " + number)))
                .toList();
    }

    /** Makes the rest. */
    public Fixtures create(FollowGraph graph, List<Post> posts) {
        List<String> readers =
                IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
        List<String> authors = posts.stream().map(Post::author).distinct().toList();
        List<String> changing = new ArrayList<>();
        for (String star : Fixtures.STARS) {
            Fixtures.GUESTS.forEach(guest -> feedmill.follow(guest, star));
            changing.add(id(post(
                    "/v1/posts",
                    "{\"author\":\"%s\",\"text\":\"a\",\"place\":{\"country\":\"%s\"}}"
                            .formatted(star, Fixtures.COUNTRY))));
        }
        Stream.of("one", "two")
                .map("{\"user\":\"guest-0\",\"text\":\"%s\"}"::formatted)
                .forEach(message -> post("/v1/rooms/" + Fixtures.ROOM + "/messages", message));
        post(
                "/v1/devices/" + Fixtures.DEVICE + "/events",
                "{\"events\":[{\"id\":\"1\",\"at\":\"2026-01-01T00:00:00Z\",\"data\":\"x\"},"
                        + "{\"id\":\"2\",\"at\":\"2026-01-01T00:00:01Z\",\"data\":\"y\"}]}");
        String announcement = id(post("/v1/admin/announcements", "{\"text\":\"Before\"}"));
        List<String> ids = posts.stream().map(Post::id).toList();
        return new Fixtures(readers, authors, ids, changing, announcement, continued(), rig.authorization());
    }

    private Map<ApiCall, Continued> continued() {
        Map<ApiCall, Continued> continued = new EnumMap<>(ApiCall.class);
        LISTS.forEach((call, target) -> {
            Matcher next = NEXT.matcher(send("GET", target, "").body());
            if (!next.find()) {
                throw new StepFailure("%s has no second page.".formatted(target));
            }
            continued.put(call, new Continued(target.substring(0, target.indexOf('?')), next.group(1)));
        });
        return continued;
    }

    private Answer post(String path, String body) {
        return send("POST", path, body);
    }

    private static String id(Answer created) {
        Matcher id = Pattern.compile("\"id\":\"(\\w{22})\"").matcher(created.body());
        if (!id.find()) {
            throw new StepFailure("An answer without an id: " + Shown.of(created.body()));
        }
        return id.group(1);
    }

    private Answer send(String method, String target, String body) {
        Request request = new Request(method, target, body.getBytes(UTF_8));
        request.headers.addAll(
                List.of("Host: localhost", "Content-Type: application/json", "Authorization: " + rig.authorization()));
        try {
            Answer answer = http.send(request.text(), false).answers().getFirst();
            if (answer.status() >= 300) {
                throw new StepFailure("%s %s was answered with %d.".formatted(method, target, answer.status()));
            }
            return answer;
        } catch (IOException e) {
            throw new StepFailure("%s %s failed: %s".formatted(method, target, e));
        }
    }
}
