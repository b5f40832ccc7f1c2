package io.feedmill.chaos.fuzz;

import java.util.List;

/** The calls of the API that are fuzzed: all of them, or the scenario fails. */
public enum ApiCall {
    HOME_FEED("GET", "/v1/feeds/home/{user}", "limit", "cursor"),
    AUTHOR_FEED("GET", "/v1/feeds/user/{author}", "from", "to", "viewer", "limit", "cursor"),
    PUBLISH("POST", "/v1/posts"),
    POST("GET", "/v1/posts/{id}", "viewer"),
    EDIT("PUT", "/v1/posts/{id}"),
    RETRACT("DELETE", "/v1/posts/{id}"),
    METADATA("GET", "/v1/posts/{id}/metadata", "viewer"),
    PUT_METADATA("PUT", "/v1/posts/{id}/metadata"),
    VERSIONS("GET", "/v1/posts/{id}/versions", "viewer", "limit", "cursor"),
    ONE_VERSION("GET", "/v1/posts/{id}/versions/{number}", "viewer"),
    PERMISSIONS("GET", "/v1/posts/{id}/permissions", "viewer"),
    PERMIT("PUT", "/v1/posts/{id}/permissions"),
    FANOUT("GET", "/v1/posts/{id}/fanout", "viewer", "job"),
    READER_FANOUT("GET", "/v1/posts/{id}/fanout/{user}", "viewer"),
    JOBS("GET", "/v1/posts/{id}/jobs", "viewer", "limit", "cursor"),
    POST_COUNTERS("GET", "/v1/posts/{id}/counters", "viewer"),
    USER_COUNTERS("GET", "/v1/users/{user}/counters"),
    VIEW("POST", "/v1/posts/{id}/views"),
    REACT("PUT", "/v1/posts/{id}/reactions/{kind}/{user}"),
    REMOVE_REACTION("DELETE", "/v1/posts/{id}/reactions/{kind}/{user}"),
    COUNTRY("GET", "/v1/places/{country}/posts", "viewer", "limit", "cursor"),
    STATE("GET", "/v1/places/{country}/{state}/posts", "viewer", "limit", "cursor"),
    CITY("GET", "/v1/places/{country}/{state}/{city}/posts", "viewer", "limit", "cursor"),
    FOLLOW("PUT", "/v1/users/{user}/following/{author}"),
    UNFOLLOW("DELETE", "/v1/users/{user}/following/{author}"),
    IS_FOLLOWING("GET", "/v1/users/{user}/following/{author}"),
    REMOVE_FOLLOWER("DELETE", "/v1/users/{user}/followers/{follower}"),
    FOLLOW_POLICY("GET", "/v1/users/{user}/follow-policy"),
    SET_FOLLOW_POLICY("PUT", "/v1/users/{user}/follow-policy"),
    REQUESTS("GET", "/v1/users/{user}/requests", "limit", "cursor"),
    ACCEPT("PUT", "/v1/users/{user}/requests/{follower}"),
    REFUSE("DELETE", "/v1/users/{user}/requests/{follower}"),
    MUTE("PUT", "/v1/users/{user}/muted/{author}"),
    UNMUTE("DELETE", "/v1/users/{user}/muted/{author}"),
    MUTED("GET", "/v1/users/{user}/muted", "limit", "cursor"),
    BLOCK("PUT", "/v1/users/{user}/blocked/{other}"),
    UNBLOCK("DELETE", "/v1/users/{user}/blocked/{other}"),
    BLOCKED("GET", "/v1/users/{user}/blocked", "limit", "cursor"),
    FOLLOWING("GET", "/v1/users/{user}/following", "limit", "cursor"),
    FOLLOWERS("GET", "/v1/users/{user}/followers", "limit", "cursor"),
    REBUILD("POST", "/v1/feeds/home/{user}:rebuild"),
    LAST_REBUILD("GET", "/v1/feeds/home/{user}:rebuild"),
    IMPORT("POST", "/v1/follows:import"),
    SEND_MESSAGE("POST", "/v1/rooms/{room}/messages"),
    DELETE_MESSAGE("DELETE", "/v1/rooms/{room}/messages/{id}", "viewer"),
    MESSAGES("GET", "/v1/rooms/{room}/messages", "viewer", "user", "prefix", "from", "to", "limit", "cursor"),
    APPEND_EVENTS("POST", "/v1/devices/{device}/events"),
    EVENTS("GET", "/v1/devices/{device}/events", "from", "to", "order", "limit", "cursor"),
    REPORTS("GET", "/v1/reports", "limit", "cursor"),
    REPORT("GET", "/v1/reports/{id}", "limit", "cursor"),
    RUN_REPORT("POST", "/v1/reports:run"),
    ANNOUNCE("POST", "/v1/admin/announcements"),
    ANNOUNCEMENT("GET", "/v1/admin/announcements/{id}"),
    ROOM("GET", "/v1/admin/rooms/{room}"),
    SPREAD_ROOM("PUT", "/v1/admin/rooms/{room}"),
    PARTITIONS("GET", "/v1/admin/partitions/{table}", "method", "index", "segments", "units", "cursor"),
    RIGHTS("GET", "/v1/admin/users/{user}"),
    CHANGE_RIGHTS("PUT", "/v1/admin/users/{user}"),
    CHANGE_RIGHTS_OF_ALL("PUT", "/v1/admin/users"),
    DEAD_LETTERS("GET", "/v1/admin/dead-letters"),
    REDRIVE("POST", "/v1/admin/dead-letters/{queue}:redrive");

    private final String method;
    private final String pattern;
    /** Separated by spaces. */
    private final String parameters;

    ApiCall(String method, String pattern, String... parameters) {
        this.method = method;
        this.pattern = pattern;
        this.parameters = String.join(" ", parameters);
    }

    public String method() {
        return method;
    }

    /** Returns the path with variables in braces, as the API declares it. */
    public String pattern() {
        return pattern;
    }

    /** Returns the names of the query parameters. */
    public List<String> parameters() {
        return parameters.isEmpty() ? List.of() : List.of(parameters.split(" ", -1));
    }

    /** Returns the method and the pattern. */
    public String title() {
        return method + " " + pattern;
    }

    /** Returns how often it is drawn: calls that write are drawn more often; those that wait a second for each empty queue less. */
    int weight() {
        return switch (this) {
            case PUBLISH -> 30;
            case VIEW, EDIT, PERMIT, PUT_METADATA, IMPORT, APPEND_EVENTS, SEND_MESSAGE, MESSAGES, PARTITIONS -> 15;
            case DEAD_LETTERS -> 3;
            case REDRIVE -> 5;
            default -> 10;
        };
    }
}
