package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.queue.QueueSender;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends slices: the first at once, so that its delivery begins, the others several in a request and at the latest when this is closed. Not
 * thread-safe.
 */
final class SliceMessages implements AutoCloseable {
    private final QueueSender sender;
    private final List<Deliver> waiting = new ArrayList<>();
    private int sent;

    SliceMessages(QueueSender sender) {
        this.sender = sender;
    }

    void add(Deliver slice) {
        waiting.add(slice);
        if (sent == 0 || waiting.size() == QueueSender.BATCH) {
            send();
        }
    }

    @Override
    public void close() {
        if (!waiting.isEmpty()) {
            send();
        }
    }

    private void send() {
        List<Deliver> slices = List.copyOf(waiting);
        waiting.clear();
        sender.sendAll(slices);
        sent += slices.size();
    }

    /** Returns the number of slices that are sent: the first ones that were added. */
    int sent() {
        return sent;
    }
}
