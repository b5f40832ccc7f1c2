package io.feedmill.api.room;

import io.feedmill.api.time.Iso;
import io.feedmill.common.room.Message;

/** A message as clients see it; the id is its own within the room. */
record MessageResponse(String id, String room, String user, String text, String createdAt) {

    static MessageResponse of(Message message) {
        return new MessageResponse(
                message.key().time(),
                message.room(),
                message.user().value(),
                message.text(),
                Iso.format(message.key().sentAt()));
    }
}
