package io.feedmill.common.fanout;

import io.feedmill.common.key.LowerCaseName;
import java.util.function.ToLongFunction;

/** Numbers of recipients who did not get a post, by reason. */
public record Skipped(long notFollowing, long notPermitted, long gone, long blocked, long dormant) {
    public static final Skipped NONE = of(reason -> 0);

    /** Why a recipient did not get a post. */
    public enum Reason implements LowerCaseName {
        /** Stopped following. */
        NOT_FOLLOWING,
        /** May not read the post. */
        NOT_PERMITTED,
        /** The post was retracted. */
        GONE,
        /** Stopped following by a block. */
        BLOCKED,
        /** Was not seen for long: pages read the post from the author's feed. */
        DORMANT;
    }

    public static Skipped of(ToLongFunction<Reason> number) {
        return new Skipped(
                number.applyAsLong(Reason.NOT_FOLLOWING),
                number.applyAsLong(Reason.NOT_PERMITTED),
                number.applyAsLong(Reason.GONE),
                number.applyAsLong(Reason.BLOCKED),
                number.applyAsLong(Reason.DORMANT));
    }

    /** This number for one reason. */
    public static Skipped by(Reason why, long number) {
        return of(reason -> reason == why ? number : 0);
    }

    public long of(Reason reason) {
        return switch (reason) {
            case NOT_FOLLOWING -> notFollowing;
            case NOT_PERMITTED -> notPermitted;
            case GONE -> gone;
            case BLOCKED -> blocked;
            case DORMANT -> dormant;
        };
    }

    public long total() {
        return notFollowing + notPermitted + gone + blocked + dormant;
    }

    public Skipped plus(Skipped more) {
        return of(reason -> of(reason) + more.of(reason));
    }

    /**
     * Returns exactly this number of recipients: a range that is read again may have more or fewer followers than were planned. Those who are missing
     * stopped following; of those who are too many, the last reasons are left out first.
     */
    public Skipped limitedTo(long number) {
        long left = number;
        long goneNow = Math.min(gone, left);
        left -= goneNow;
        long notPermittedNow = Math.min(notPermitted, left);
        left -= notPermittedNow;
        long blockedNow = Math.min(blocked, left);
        left -= blockedNow;
        long dormantNow = Math.min(dormant, left);
        left -= dormantNow;
        return new Skipped(left, notPermittedNow, goneNow, blockedNow, dormantNow);
    }
}
