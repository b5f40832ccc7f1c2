package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.QueueMessage;

public interface PostMessage extends QueueMessage {
    PostId post();

    @Override
    default String subject() {
        return "post";
    }

    @Override
    default PostId id() {
        return post();
    }
}
