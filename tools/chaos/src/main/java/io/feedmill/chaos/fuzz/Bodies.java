package io.feedmill.chaos.fuzz;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bodies that calls expect. */
record Bodies(Values values, int number) {
    private Draws draws() {
        return values.draws();
    }

    /** Returns a body of the call; empty if it has none. */
    Optional<String> of(ApiCall call) {
        return switch (call) {
            case PUBLISH -> Optional.of(post());
            case EDIT -> Optional.of("{\"text\":\"%s\",\"data\":{\"n\":%d}}".formatted(text(), draws().below(9)));
            case PUT_METADATA -> Optional.of("{\"lang\":\"en\",\"n-%d\":\"%s\"}".formatted(draws().below(9), text()));
            case PERMIT -> Optional.of("{\"permissions\":%s}".formatted(permissions()));
            case SET_FOLLOW_POLICY -> Optional.of(draws().of("{\"policy\":\"open\"}", "{\"policy\":\"asks\"}"));
            case VIEW -> Optional.of("{\"viewer\":\"%s\"}".formatted(values.viewer()));
            case IMPORT -> Optional.of(values.follows());
            case SEND_MESSAGE ->
                Optional.of("{\"user\":\"%s\",\"text\":\"%s\"}".formatted(draws().of(Fixtures.GUESTS), text()));
            case APPEND_EVENTS -> Optional.of(draws().percent(50) ? event(0) : events());
            case ANNOUNCE -> Optional.of("{\"text\":\"Announcement %d\"}".formatted(draws().below(3)));
            case CHANGE_RIGHTS ->
                Optional.of("{\"tokensNotBefore\":\"2020-01-01T00:00:00Z\",\"suspended\":%b}"
                        .formatted(draws().percent(50)));
            case CHANGE_RIGHTS_OF_ALL -> Optional.of("{\"tokensNotBefore\":\"2020-01-01T00:00:00Z\"}");
            case SPREAD_ROOM -> Optional.of("{\"shards\":%d}".formatted(1 + draws().below(8)));
            case REDRIVE ->
                Optional.of("{\"reason\":\"fuzz\",\"rate\":%d,\"dryRun\":%b,\"before\":\"2026-01-01T00:00:00Z\"}"
                        .formatted(1 + draws().below(100), draws().percent(50)));
            default -> Optional.empty();
        };
    }

    /** Posts of authors who are compared have no permissions: all of their followers get them. */
    private String post() {
        if (draws().percent(50)) {
            return "{\"author\":\"%s\",\"text\":\"%s\"}"
                    .formatted(draws().of(values.fixtures().authors()), text());
        }
        return "{\"author\":\"%s\",\"text\":\"%s\",\"place\":{\"country\":\"%s\",\"state\":\"North\",\"city\":\"x\"},\"permissions\":%s}"
                .formatted(draws().of(Fixtures.STARS), text(), Fixtures.COUNTRY, permissions());
    }

    private String permissions() {
        return draws().of("\"public\"", "\"followers\"", "[\"guest-0\",\"guest-1\"]", "[]");
    }

    private String text() {
        return "case %d%s"
                .formatted(
                        number,
                        draws().of("", " \\u00e9\\ud83d\\ude00", " \u05d0\u202e\u4e2d", " \\n\\t", "!".repeat(5_000)));
    }

    private String event(int index) {
        return "{\"id\":\"e-%d-%d\",\"at\":\"2026-02-01T00:00:00.%03dZ\",\"data\":\"%s\"}"
                .formatted(draws().below(50), index, draws().below(1_000), text());
    }

    private String events() {
        return IntStream.range(0, 1 + draws().below(4))
                .mapToObj(this::event)
                .collect(Collectors.joining(",", "{\"events\":[", "]}"));
    }
}
