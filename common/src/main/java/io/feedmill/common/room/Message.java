package io.feedmill.common.room;

import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.UserId;

/** What a user said in a room, and when. */
public record Message(String room, MessageKey key, String text) {

    public UserId user() {
        return key.user();
    }
}
