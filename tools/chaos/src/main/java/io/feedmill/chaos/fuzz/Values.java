package io.feedmill.chaos.fuzz;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Values that calls expect. */
record Values(Fixtures fixtures, Draws draws) {
    private static final String UNKNOWN_POST = "4fQzVxbZsWwaaaaaaaaaaa";
    private static final List<String> KINDS = List.of("like", "love", "laugh", "sad", "angry");

    String post() {
        return draws.percent(5) ? UNKNOWN_POST : draws.of(draws.percent(50) ? fixtures.posts() : fixtures.changing());
    }

    private String user() {
        return draws.percent(80) ? draws.of(fixtures.readers()) : draws.of(Fixtures.GUESTS);
    }

    String viewer() {
        return "viewer-" + draws.below(300);
    }

    String room() {
        return "room-" + draws.below(4);
    }

    String kind() {
        return draws.of(KINDS);
    }

    /** Returns a value of a path variable. Only posts and follows that are not compared change. */
    String variable(ApiCall call, String name) {
        return switch (name) {
            case "id" ->
                switch (call) {
                    case ANNOUNCEMENT -> draws.percent(70) ? fixtures.announcement() : post();
                    case REPORT -> draws.of("202601010000", "197001010000", "202601010007", "999912312345");
                    case EDIT, PERMIT, PUT_METADATA -> draws.of(fixtures.changing());
                    case DELETE_MESSAGE -> draws.of("2026-01-01:00:00:00.00000000011111111111", "2026-01-01", "x");
                    case RETRACT -> draws.percent(10) ? draws.of(fixtures.changing()) : UNKNOWN_POST;
                    default -> post();
                };
            case "user" ->
                switch (call) {
                    case FOLLOW, UNFOLLOW, MUTE, UNMUTE, BLOCK, UNBLOCK -> draws.of(Fixtures.GUESTS);
                    case REMOVE_FOLLOWER, SET_FOLLOW_POLICY, REQUESTS, ACCEPT, REFUSE -> draws.of(Fixtures.STARS);
                    case RIGHTS, CHANGE_RIGHTS -> draws.of("suspect-0", "suspect-1", "some%7Capp@clients");
                    case REACT, REMOVE_REACTION -> viewer();
                    default -> user();
                };
            case "author" -> call == ApiCall.AUTHOR_FEED ? draws.of(fixtures.authors()) : draws.of(Fixtures.STARS);
            case "follower" -> draws.of(Fixtures.GUESTS);
            case "other" -> draws.of(Fixtures.STARS);
            case "kind" -> kind();
            case "number" -> draws.of("1", "2", "0", "99999999999", "x");
            case "room" -> room();
            case "device" -> "device-" + draws.below(4);
            case "table" ->
                "feedmill-" + draws.of("feeds", "follows", "posts", "views", "rooms", "counters", "nothing");
            case "queue" -> draws.of("publish", "deliver", "views", "upkeep", "unknown");
            case "country" -> draws.of(Fixtures.COUNTRY, "%C3%89ire", "a%3Ab", "USA");
            case "state", "city" -> draws.of("North", "S%C3%A3o%20Paulo", "x");
            default -> throw new IllegalArgumentException("Unknown path variable " + name);
        };
    }

    /** Returns a value of a query parameter, encoded. */
    String parameter(String name) {
        return switch (name) {
            case "limit" -> Integer.toString(1 + draws.below(100));
            case "cursor" -> anyCursor();
            case "from" -> "2024-01-01T00:00:00Z";
            case "to" -> "2030-01-01T00:00:00Z";
            case "viewer", "user" -> user();
            case "prefix" -> draws.of("2026", "2026-02", "2024-02-29", "2026-02-01:12");
            case "order" -> draws.of("newest", "oldest");
            case "method" -> draws.of("auto", "scan", "skip", "index");
            case "index" -> "by_time";
            case "job" -> post();
            case "segments" -> Integer.toString(1 + draws.below(16));
            case "units" -> Integer.toString(1 + draws.below(50));
            default -> throw new IllegalArgumentException("Unknown query parameter " + name);
        };
    }

    private String anyCursor() {
        List<ApiCall> calls = fixtures.continued().keySet().stream().sorted().toList();
        return Objects.requireNonNull(fixtures.continued().get(draws.of(calls))).cursor();
    }

    OddValues odd() {
        return new OddValues(this);
    }

    /** Returns lines {@code follower author}, some of them malformed. */
    String follows() {
        return IntStream.range(0, draws.below(40))
                .mapToObj(line -> draws.percent(80)
                        ? draws.of(Fixtures.GUESTS) + " " + draws.of(Fixtures.STARS)
                        : draws.of(
                                "",
                                "#",
                                "a",
                                "a b c",
                                "a a",
                                "a\tb\r",
                                "x".repeat(1_100),
                                "\u0000 \u0001",
                                "a/b c",
                                "\ufeffa b"))
                .collect(Collectors.joining("\n"));
    }
}
