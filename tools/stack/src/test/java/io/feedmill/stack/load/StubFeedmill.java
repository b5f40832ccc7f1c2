package io.feedmill.stack.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.client.AdminClient.ImportResult;
import io.feedmill.client.AdminClient.ImportResult.Rejected;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers the calls of the demo from memory, two items a page, with the mistakes that a test asks for. */
public final class StubFeedmill implements AutoCloseable {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final JsonMapper json = JsonMapper.shared();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final Map<String, Set<String>> followers = new HashMap<>();
    private final Map<String, Post> posts = new HashMap<>();
    private final Map<String, List<FeedItem>> feeds = new HashMap<>();

    /** The lines of each call of an import. */
    public final List<List<String>> imports = new ArrayList<>();
    /** The number of calls that fail before one is answered. */
    public int failures;
    /** The number of posts that fail before one is accepted. */
    public int failingPosts;
    /** The status of those that fail. */
    public int failure = 503;
    /** The author who cannot be followed. */
    public String refused = "nobody";
    /** Readers that miss every post. */
    public String forgotten = "nobody";
    /** The state in which all jobs stay. */
    public String state = "COMPLETE";

    public StubFeedmill() throws IOException {
        server.createContext("/v1/", this::handle);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    /** Returns a client that sends each call once. */
    public FeedmillClient client() {
        return FeedmillClient.of(url(), () -> "token", new Limits(Limits.DEFAULT.answer(), 1, Duration.ZERO));
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (isFailing(path)) {
            exchange.sendResponseHeaders(failure, -1);
            exchange.close();
            return;
        }
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        byte[] answer = json.writeValueAsBytes(answer(exchange.getRequestURI(), body));
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private boolean isFailing(String path) {
        if (path.endsWith("/posts") && failingPosts > 0) {
            failingPosts--;
            return true;
        }
        return failures > 0 && failures-- > 0;
    }

    private Object answer(URI uri, String body) {
        String[] path = uri.getPath().split("/", -1);
        return switch (path[2] + (path.length > 4 ? "/" + path[path.length - 1] : "")) {
            case "follows:import" -> follow(body.lines().toList());
            case "posts" -> publish(json.readTree(body));
            case "posts/fanout" -> fanout(path[3]);
            case "users/counters" -> counters(path[3]);
            default -> page(path[3] + ":" + path[4], uri.getQuery());
        };
    }

    private ImportResult follow(List<String> lines) {
        imports.add(lines);
        List<Rejected> rejected = new ArrayList<>();
        for (String line : lines) {
            String[] edge = line.split(" ", 2);
            if (edge[1].equals(refused)) {
                rejected.add(new Rejected(rejected.size(), "refused"));
            } else {
                followers.computeIfAbsent(edge[1], author -> new HashSet<>()).add(edge[0]);
            }
        }
        return new ImportResult(lines.size() - rejected.size(), rejected.size(), rejected, Map.of());
    }

    private Post publish(JsonNode call) {
        String author = call.get("author").asString();
        int number = posts.size();
        Post post =
                new Post("p" + number, author, call.get("text").asString(), null, START.plusSeconds(number), 1, null);
        posts.put(post.id(), post);
        add("user:" + author, post, "self");
        add("home:" + author, post, "self");
        followersOf(author).stream()
                .filter(reader -> !reader.equals(forgotten))
                .forEach(reader -> add("home:" + reader, post, "follow"));
        return post;
    }

    private void add(String feed, Post post, String via) {
        FeedItem item =
                new FeedItem(post.id(), post.author(), post.text(), null, post.createdAt(), post.version(), via);
        feeds.computeIfAbsent(feed, name -> new ArrayList<>()).add(item);
    }

    private Job fanout(String id) {
        int count = followersOf(Objects.requireNonNull(posts.get(id)).author()).size();
        Instant end = START.plusSeconds(1);
        return new Job(id, "publication", state, count, count, 0, null, null, 1, 0, null, START, end, null, null);
    }

    private AuthorCounters counters(String author) {
        List<FeedItem> written = feeds.getOrDefault("user:" + author, List.of());
        return new AuthorCounters(
                written.size(), (long) written.size() * followersOf(author).size());
    }

    private Set<String> followersOf(String author) {
        return followers.getOrDefault(author, Set.of());
    }

    private Map<String, Object> page(String feed, String query) {
        List<FeedItem> items = feeds.getOrDefault(feed, List.of()).stream()
                .sorted(Comparator.comparing(FeedItem::createdAt).reversed())
                .toList();
        int from = query.contains("cursor=") ? Integer.parseInt(query.replaceAll(".*cursor=", "")) : 0;
        int to = Math.min(items.size(), from + 2);
        return to < items.size()
                ? Map.of("items", items.subList(from, to), "next", Integer.toString(to))
                : Map.of("items", items.subList(from, to));
    }
}
