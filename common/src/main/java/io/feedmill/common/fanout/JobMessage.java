package io.feedmill.common.fanout;

import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.QueueMessage;

public sealed interface JobMessage extends QueueMessage permits Plan, Deliver {
    JobId job();

    @Override
    default String subject() {
        return "job";
    }

    @Override
    default JobId id() {
        return job();
    }
}
