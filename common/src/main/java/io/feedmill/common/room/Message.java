package io.feedmill.common.room;

import io.feedmill.common.key.UserId;
import io.feedmill.common.key.MessageKey;

/** What a user said in a room, and when. */
public record Message(String room, MessageKey key, String text) {

    public UserId user() {
        return key.user();
    }
}
