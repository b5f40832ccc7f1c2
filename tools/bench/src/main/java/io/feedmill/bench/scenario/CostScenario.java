package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.Meter;
import io.feedmill.bench.servers.Meter.Charge;
import io.feedmill.faults.protocol.Operations;
import io.feedmill.stack.Platform;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** The bill of AWS for single calls, each with all work that it causes. No contender is timed: meters count requests, units and messages. */
record CostScenario(Feedmill feedmill, BareCalls bare, Meter store, Meter queues, List<String> notes) {
    private static final int FOLLOWERS = 10;
    private static final int MUTES = 500;
    private static final int LIMITED = 20;
    private static final String FOR_FOLLOWERS =
            "{\"author\": \"%s\", \"text\": \"" + Posts.TEXT + "\", \"permissions\": \"followers\"}";
    private static final String ASKS = "{\"policy\": \"asks\"}";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** For what a process does after the outbox row is deleted. */
    private static final Duration REST = Duration.ofMillis(500);

    /** No work but that of the calls; the meter leaves out searches for announcements. The second look of an unfollow comes 105 s after the first. */
    private static final Map<String, String> WORKER = Map.of(
            "FEEDMILL_RELAY_EVERY", "1h",
            "FEEDMILL_ANNOUNCEMENTS_EVERY", "1s",
            "FEEDMILL_REPORTS_POLL", "1h",
            "FEEDMILL_LISTENERS_DEADLINE", "30s",
            "FEEDMILL_LISTENERS_MAX_DEADLINE", "30s");

    static Scenario.Result run(Setting setting) {
        try (Platform platform = setting.platform();
                Meter store = Meter.start(platform.servers().dynamoDb().endpoint());
                Meter queues = Meter.start(platform.servers().queues().endpoint());
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()));
                Feedmill feedmill =
                        Feedmill.start(platform, new Endpoints(store.endpoint(), queues.endpoint()), 1, WORKER)) {
            CostScenario costs = new CostScenario(feedmill, bare, store, queues, new ArrayList<>());
            List<Contender> calls = costs.calls(setting.pick(200, 3_000));
            Figures figures = new Figures("calls of the API", Metric.CALL_WRITE_UNITS, setting.rounds(0, 1, calls));
            return Scenario.Result.of(figures).with(costs.notes);
        }
    }

    /** Publishes posts and lets users follow and mute, and returns calls to measure in this order. */
    private List<Contender> calls(int many) {
        publish("ten", 10);
        publish("hundred", 100);
        publish("many", many);
        publish("blocked", 100);
        publish("fan", 50);
        publish("shy", 10);
        feedmill.client().importFollows("ten ivy\nfan closed\nhundred private\n");
        List.of("gil", "hal", "ivy").forEach(user -> send("PUT", "users/" + user + "/following/ten", ""));
        feedmill.follow(
                "author",
                IntStream.range(0, FOLLOWERS).mapToObj(n -> "user-" + n).toList());
        IntStream.range(0, MUTES).forEach(n -> send("PUT", "users/many/muted/user-" + n, ""));
        IntStream.range(0, many).forEach(n -> send("PUT", "users/user-" + n + "/blocked/blocked", ""));
        IntStream.range(0, LIMITED).forEach(n -> send("POST", "posts", FOR_FOLLOWERS.formatted("closed")));
        List<String> posts = publish("author", 3);
        send("PUT", "users/shy/follow-policy", ASKS);
        return List.of(
                call("follow, no posts", "PUT", "users/ann/following/none"),
                call("the same again", "PUT", "users/ann/following/none"),
                call("unfollow, no posts", "DELETE", "users/ann/following/none"),
                call("follow, 10 posts", "PUT", "users/ann/following/ten"),
                call("unfollow, 10 posts", "DELETE", "users/ann/following/ten"),
                call("follow, 100 posts", "PUT", "users/ann/following/hundred"),
                call("unfollow, 100 posts", "DELETE", "users/ann/following/hundred"),
                call("follow, %,d posts".formatted(many), "PUT", "users/ann/following/many"),
                call("unfollow, %,d posts".formatted(many), "DELETE", "users/ann/following/many"),
                measured("unfollow, and follow again at once, 10 posts", () -> {
                    send("DELETE", "users/gil/following/ten", "");
                    send("PUT", "users/gil/following/ten", "");
                }),
                call("remove a follower, 10 posts", "DELETE", "users/ten/followers/hal"),
                call("request to follow one who asks", "PUT", "users/ann/following/shy"),
                call("accept, 10 posts", "PUT", "users/shy/requests/ann"),
                prepared(
                        "refuse",
                        () -> send("PUT", "users/gil/following/shy", ""),
                        () -> send("DELETE", "users/shy/requests/gil", "")),
                call("set the policy", "PUT", "users/ten/follow-policy", ASKS),
                call("mute", "PUT", "users/ann/muted/ten"),
                call("unmute", "DELETE", "users/ann/muted/ten"),
                call("block, follows both ways, 10 posts", "PUT", "users/ivy/blocked/ten"),
                call("unblock", "DELETE", "users/ivy/blocked/ten"),
                call("import of a line", "POST", "follows:import", "zoe ten\n"),
                call("home page of 50, nothing hidden", "GET", "feeds/home/hundred"),
                call("home page of 50, 500 muted", "GET", "feeds/home/many"),
                call("home page of 50, blocked by %,d".formatted(many), "GET", "feeds/home/blocked"),
                call("home page of 50, 20 posts for followers of one author", "GET", "feeds/home/fan"),
                call("post", "GET", "posts/" + posts.get(0)),
                call("post with viewer", "GET", "posts/" + posts.get(0) + "?viewer=ann"),
                call("publish, 10 followers", "POST", "posts", "{\"author\": \"author\", \"text\": \"Text\"}"),
                call("edit, 10 followers", "PUT", "posts/" + posts.get(0) + "?viewer=author", "{\"text\": \"Text\"}"),
                call(
                        "permissions, 10 followers",
                        "PUT",
                        "posts/" + posts.get(1) + "/permissions?viewer=author",
                        "{\"permissions\": []}"),
                call("retract, 10 followers", "DELETE", "posts/" + posts.get(2)),
                prepared(
                        "home page of 50, an announcement and a post for followers",
                        this::announce,
                        () -> send("GET", "feeds/home/hundred", "")));
    }

    private List<String> publish(String author, int posts) {
        List<String> ids = feedmill.publish(Posts.by(author, posts, 0)).stream()
                .map(PublishedPost::id)
                .toList();
        awaitEnd();
        return ids;
    }

    private Contender call(String name, String method, String path) {
        return call(name, method, path, "");
    }

    private Contender call(String name, String method, String path, String body) {
        return measured(name, () -> send(method, path, body));
    }

    private Contender measured(String name, Runnable calls) {
        return prepared(name, () -> {}, calls);
    }

    private Contender prepared(String name, Runnable before, Runnable calls) {
        return Contender.ours(name, () -> {
            before.run();
            awaitEnd();
            store.take();
            queues.take();
            calls.run();
            awaitEnd();
            Map<String, Charge> bill = store.take();
            notes.add(BillScenario.note(name, bill));
            Charge total = BillScenario.total(bill);
            Map<String, Charge> messages = queues.take();
            messages.keySet().retainAll(Operations.SENDS);
            return new EnumMap<>(Map.of(
                    Metric.CALL_REQUESTS,
                    (double) total.requests(),
                    Metric.CALL_WRITE_UNITS,
                    total.writeUnits(),
                    Metric.CALL_READ_UNITS,
                    total.readUnits(),
                    Metric.CALL_SENDS,
                    (double) BillScenario.total(messages).requests()));
        });
    }

    /** Publishes a post for the followers of its author, and puts an announcement into all home feeds. */
    private void announce() {
        send("POST", "posts", FOR_FOLLOWERS.formatted("private"));
        String post = JsonMapper.shared()
                .readTree(send("POST", "admin/announcements", "{\"text\": \"Text\"}"))
                .path("id")
                .asString();
        if (!RunClock.await(() -> send("GET", "admin/announcements/" + post, "").contains("COMPLETE"), POLL, LIMIT)) {
            throw new StepFailure("The announcement did not end within %d min.".formatted(LIMIT.toMinutes()));
        }
    }

    private String send(String method, String path, String body) {
        return feedmill.client()
                .send(feedmill.client()
                        .request("/v1/" + path)
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .header("Content-Type", body.startsWith("{") ? "application/json" : "text/plain")
                        .header("If-Match", "*"));
    }

    private void awaitEnd() {
        if (!RunClock.await(bare::isOutboxEmpty, POLL, LIMIT)) {
            throw new StepFailure("Work did not end within %d min.".formatted(LIMIT.toMinutes()));
        }
        RunClock.pause(REST);
    }
}
