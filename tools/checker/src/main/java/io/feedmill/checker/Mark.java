package io.feedmill.checker;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that the recorder knows and clients do not see.
 *
 * @param kind what it is
 * @param time when it holds or begins
 * @param end of a fault, absent if it lasts to the end of the world; of a still
 * @param process whose clock it is, or which process the fault hits
 * @param offset of a clock: its time less the client's; of days: how much time passed
 * @param text of a fault: what it is, for people
 */
public record Mark(
        Kind kind,
        Instant time,
        @Nullable Instant end,
        @Nullable String process,
        @Nullable Duration offset,
        @Nullable String text)
        implements Event {

    /** Kinds of marks. */
    public enum Kind {
        /** A fault, between time and end. Times of live feeds are not judged beside one. */
        FAULT,
        /** From now on the process's clock has this offset. */
        CLOCK,
        /** All work is done: what has no answer by now has happened or never will. Until the next change calls are judged exactly. */
        REST,
        /** Nothing was written between time and end: what was read in it is of one moment. */
        STILL,
        /** The clients' clocks did not go, but those of all processes went on by the offset. */
        DAYS,
        /** A new world begins, independent of all before; its settings may follow. */
        SEQUENCE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Mark {
        History.require(kind != null, "kind is missing");
        History.require(time != null, "time is missing");
        History.require(
                kind != Kind.CLOCK || (process != null && offset != null), "a clock needs a process and an offset");
        History.require(kind != Kind.STILL || end != null, "a still needs an end");
        History.require(kind != Kind.DAYS || offset != null, "days need an offset");
    }

    /** Returns a mark that all work is done. */
    public static Mark rest(Instant time) {
        return new Mark(Kind.REST, time, null, null, null, null);
    }

    /** Returns a mark that a new world begins. */
    public static Mark sequence(Instant time) {
        return new Mark(Kind.SEQUENCE, time, null, null, null, null);
    }

    /** Returns a mark of a fault that is over. */
    public static Mark fault(Instant begin, Instant end, String text) {
        return new Mark(Kind.FAULT, begin, end, null, null, text);
    }

    /** Returns a mark that a process's clock is off by so much from now on. */
    public static Mark clock(Instant time, String process, Duration offset) {
        return new Mark(Kind.CLOCK, time, null, process, offset, null);
    }
}
