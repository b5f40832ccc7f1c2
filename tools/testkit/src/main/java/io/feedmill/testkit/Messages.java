package io.feedmill.testkit;

import io.feedmill.common.counter.Reactions;
import io.feedmill.common.counter.Views;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;

/** The messages of all features. */
public final class Messages {
    public static final MessageCodec CODEC = new MessageCodec(
            List.of(Plan.TYPE, Deliver.TYPE, Repair.TYPE, Views.TYPE, Reactions.TYPE, Reconcile.TYPE, Rebuild.TYPE));

    private Messages() {}

    public static QueueMessage decode(String text) {
        return CODEC.decode(text);
    }
}
