package io.feedmill.api.security;

import io.feedmill.api.Http;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;

/** Makes a request for each call, about the things of one user: a post that only the user may read, a follow, a room. The service makes what the calls need. */
public record SampleCalls(Http service) {
    /** In the user's post. */
    static final String TEXT = "a most private text";

    private static final String NOTIFICATION = "{\"kind\":\"invoice\",\"object\":\"7\",\"data\":{\"due\":\"today\"}}";
    private static final String ASKS = "{\"policy\":\"asks\"}";

    public static final String TABLE = "feedmill-homes";

    /** Returns a table with the keys of {@link #TABLE}. */
    public static ScannedTable table(String name) {
        return new ScannedTable(
                name, new KeyAttribute("pk", ScalarType.S), new KeyAttribute("sk", ScalarType.N), 0, 0, List.of());
    }

    /**
     * A request.
     *
     * @param body empty: none
     */
    public record Sample(String method, String path, String type, String body) {

        public RequestHeadersSpec<?> request(Http http) {
            if (body.isEmpty()) {
                return http.request(method, path);
            }
            RequestHeadersSpec<?> request =
                    http.request(method, path).header("Content-Type", type).body(body.getBytes(StandardCharsets.UTF_8));
            return path.matches("/v1/posts/[^/]+") && method.equals("PUT") ? request.header("If-Match", "*") : request;
        }

        Sample query(String parameters) {
            return new Sample(method, path + (path.contains("?") ? "&" : "?") + parameters, type, body);
        }

        /** Returns the path without its query. */
        public String target() {
            return path.replaceFirst("\\?.*", "");
        }
    }

    Sample of(HttpCall call, String user) {
        return of(call.method().name(), call.path().getPatternString(), user);
    }

    /** Returns a request for the call with this method and pattern of its path. */
    public Sample of(String method, String pattern, String user) {
        String type = pattern.endsWith(":import") ? "text/plain" : "application/json";
        return new Sample(method, path(method, pattern, user), type, body(method + " " + pattern, user));
    }

    private String path(String method, String pattern, String user) {
        if (method.equals("GET") && pattern.equals("/v1/posts")) {
            return pattern + "?ids=" + id(pattern, user);
        }
        String other = "friend-of-" + user;
        return pattern.replace("{id}", pattern.contains("{id}") ? id(pattern, user) : "")
                .replace("feeds/user/{author}", "feeds/user/" + user)
                .replace("{country}", user)
                .replaceAll("\\{(state|city)}", "there")
                .replace("{user}:rebuild", method.equals("GET") ? rebuilt(user) : user + ":rebuild")
                .replace("{user}", pattern.endsWith("following/{author}") ? follower(user, other) : user)
                .replace(
                        "requests/{follower}", "requests/" + (pattern.contains("requests/") ? asking(other, user) : ""))
                .replace("on-read/{author}", "on-read/" + (pattern.contains("on-read/") ? listed(other) : ""))
                .replaceAll("\\{(author|other|follower)}", other)
                .replace("{kind}", "like")
                .replace("{number}", "1")
                .replace("{room}", pattern.contains("{room}") ? room(user) : "")
                .replace("{device}", user)
                .replace("{queue}", "deliver")
                .replace("{table}", TABLE);
    }

    private String id(String pattern, String user) {
        if (pattern.startsWith("/v1/reports/")) {
            return "203001010000";
        }
        if (pattern.startsWith("/v1/users/")) {
            String notifications = "/v1/users/" + user + "/notifications";
            service.post(notifications, NOTIFICATION);
            return service.get(notifications).items("id").getFirst();
        }
        if (pattern.startsWith("/v1/rooms/")) {
            return service.post("/v1/rooms/" + user + "/messages", "{\"user\":\"" + user + "\",\"text\":\"hello\"}")
                    .id();
        }
        if (pattern.startsWith("/v1/admin/announcements/")) {
            return service.post("/v1/admin/announcements", "{\"text\":\"hello\"}")
                    .id();
        }
        String permissions = pattern.contains("/reactions/") ? "\"public\"" : "[]";
        return service.post("/v1/posts", post(user, permissions)).id();
    }

    private static String post(String user, String permissions) {
        return """
                {"author": "%1$s", "text": "%2$s", "permissions": %3$s,
                 "place": {"country": "%1$s", "state": "there", "city": "there"}}""".formatted(user, TEXT, permissions);
    }

    private String rebuilt(String user) {
        String rebuild = user + ":rebuild";
        service.send("POST", "/v1/feeds/home/" + rebuild);
        return rebuild;
    }

    private String follower(String user, String author) {
        service.put("/v1/users/" + user + "/following/" + author);
        return user;
    }

    /** Leaves a request to the user. */
    private String asking(String follower, String user) {
        service.send(service.request("PUT", "/v1/users/" + user + "/follow-policy", ASKS));
        return follower(follower, user);
    }

    private String listed(String author) {
        service.put("/v1/admin/on-read/" + author);
        return author;
    }

    private String room(String user) {
        service.post("/v1/rooms/" + user + "/messages", "{\"user\":\"host\",\"text\":\"hello\"}");
        return user;
    }

    private static String body(String call, String user) {
        return switch (call) {
            case "POST /v1/posts" -> post(user, "\"public\"");
            case "PUT /v1/posts/{id}" -> "{\"text\":\"second\"}";
            case "PUT /v1/posts/{id}/metadata" -> "{\"lang\":\"en\"}";
            case "PUT /v1/users/{user}/follow-policy" -> ASKS;
            case "PUT /v1/posts/{id}/permissions" -> "{\"permissions\":\"followers\"}";
            case "POST /v1/posts/{id}/views" -> "{\"viewer\":\"" + user + "\"}";
            case "POST /v1/users/{user}/notifications" -> NOTIFICATION;
            case "PUT /v1/users/{user}/notifications:seen" -> "{\"until\":\"2026-01-01T00:00:00Z\"}";
            case "POST /v1/rooms/{room}/messages" -> "{\"user\":\"" + user + "\",\"text\":\"hello\"}";
            case "POST /v1/devices/{device}/events" ->
                "{\"id\":\"a\",\"at\":\"2026-01-01T00:00:00Z\",\"data\":\"hello\"}";
            case "POST /v1/follows:import" -> user + " friend";
            case "POST /v1/admin/announcements" -> "{\"text\":\"hello\"}";
            case "POST /v1/admin/dead-letters/{queue}:redrive" -> "{\"dryRun\":true}";
            case "PUT /v1/admin/dormant" -> "{\"days\":30}";
            case "PUT /v1/admin/rooms/{room}" -> "{\"shards\":4}";
            case "PUT /v1/admin/users" -> "{\"tokensNotBefore\":\"2020-01-01T00:00:00Z\"}";
            case "PUT /v1/admin/users/{user}" -> "{\"suspended\":false}";
            default -> "";
        };
    }
}
