package io.feedmill.local.chaos.plan;

import io.feedmill.common.key.PostId;
import java.util.Random;

/** A text that no worker can do anything with. */
public record Poison(Kind kind, String queue, String text) {

    /** What is wrong with it, and a word that the reason on its dead letter has. */
    public enum Kind {
        NOT_JSON("not JSON"),
        NOT_AN_OBJECT("not a JSON object"),
        UNKNOWN_TYPE("type"),
        UNKNOWN_VERSION("version"),
        NO_POST_ID("job"),
        TOO_LARGE("large"),
        NO_SUCH_JOB("job");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Part of the reason. */
        public String word() {
            return word;
        }
    }

    private static final long TICK = 1_700_000_000_000_000_000L;
    private static final int LARGE = 70_000;

    /** The poison of that number; no two of one run have the same text. */
    static Poison of(Kind kind, String queue, long seed, int number) {
        String mark = "poison %d of chaos %d".formatted(number, seed);
        return new Poison(kind, queue, text(kind, mark, seed, number));
    }

    private static String text(Kind kind, String mark, long seed, int number) {
        return switch (kind) {
            case NOT_JSON -> "{" + mark;
            case NOT_AN_OBJECT -> "[\"%s\"]".formatted(mark);
            case UNKNOWN_TYPE -> plan("dance", 1, mark);
            case UNKNOWN_VERSION -> plan("plan", 1_000_000, mark);
            case NO_POST_ID -> plan("plan", 1, mark);
            case TOO_LARGE -> plan("plan", 1, mark + "!".repeat(LARGE));
            case NO_SUCH_JOB -> plan("plan", 1, unknownPost(seed, number));
        };
    }

    private static String plan(String type, int version, String job) {
        return "{\"type\":\"%s\",\"v\":%d,\"job\":\"%s\",\"author\":\"nobody\",\"attempt\":0,\"goesOn\":false}"
                .formatted(type, version, job);
    }

    private static String unknownPost(long seed, int number) {
        return PostId.create(TICK + number, new Random(seed * 31 + number)).value();
    }
}
