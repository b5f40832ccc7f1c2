package io.feedmill.common.feed;

import java.util.Locale;

/** Why an item is in a feed. */
public enum Via {
    /** The feed's owner wrote it. */
    SELF,
    /** The feed's owner follows its author. */
    FOLLOW,
    /** The post names the feed's owner. */
    MENTION,
    /** It was sent to everyone. */
    ANNOUNCEMENT;

    /** As stored and as shown: lower case. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The inverse of {@link #value()}. */
    public static Via of(String value) {
        return valueOf(value.toUpperCase(Locale.ROOT));
    }
}
