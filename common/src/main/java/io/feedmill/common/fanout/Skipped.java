package io.feedmill.common.fanout;

import java.util.Locale;

/** Numbers of recipients who did not get a post, by reason. */
public record Skipped(long notFollowing, long notPermitted, long gone, long blocked) {
    public static final Skipped NONE = new Skipped(0, 0, 0, 0);

    /** Why a recipient did not get a post. */
    public enum Reason {
        /** Stopped following. */
        NOT_FOLLOWING,
        /** May not read the post. */
        NOT_PERMITTED,
        /** The post was retracted. */
        GONE,
        /** Stopped following by a block. */
        BLOCKED;

        /** As shown: lower case, with hyphens. */
        public String value() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public static Skipped notFollowing(long number) {
        return new Skipped(number, 0, 0, 0);
    }

    public static Skipped gone(long number) {
        return new Skipped(0, 0, number, 0);
    }

    public long of(Reason reason) {
        return switch (reason) {
            case NOT_FOLLOWING -> notFollowing;
            case NOT_PERMITTED -> notPermitted;
            case GONE -> gone;
            case BLOCKED -> blocked;
        };
    }

    public long total() {
        return notFollowing + notPermitted + gone + blocked;
    }

    public Skipped plus(Skipped more) {
        return new Skipped(
                notFollowing + more.notFollowing,
                notPermitted + more.notPermitted,
                gone + more.gone,
                blocked + more.blocked);
    }

    /**
     * Returns exactly this number of recipients: a range that is read again may have more or fewer followers than were planned. Those who are missing
     * stopped following; of those who are too many, the last reasons are left out first.
     */
    public Skipped fit(long number) {
        long left = number;
        long goneNow = Math.min(gone, left);
        left -= goneNow;
        long notPermittedNow = Math.min(notPermitted, left);
        left -= notPermittedNow;
        long blockedNow = Math.min(blocked, left);
        left -= blockedNow;
        return new Skipped(left, notPermittedNow, goneNow, blockedNow);
    }
}
