package io.feedmill.common.counter;

import io.feedmill.common.post.PostMessage;
import java.util.Optional;

/** Work for a post that workers collect: what comes within a second is done at once. */
public interface CollectedMessage extends PostMessage {

    /** Returns one message for both, which are of one type and post; empty if it would be too large. */
    Optional<CollectedMessage> plus(CollectedMessage more);

    @Override
    CollectedMessage with(SendHistory now);
}
