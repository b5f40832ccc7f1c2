package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.queue.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherers;

/** One redrive under way. For one thread. */
final class Redrive {
    private final RedriveOrder order;
    private final DeadLetterStore store;
    private final Ticker ticker;
    private final long end;
    private final Pace pace;
    private int matched;
    private int moved;

    /** @param end the moment from which on nothing is moved */
    Redrive(RedriveOrder order, DeadLetterStore store, Ticker ticker, long end) {
        this.order = order;
        this.store = store;
        this.ticker = ticker;
        this.end = end;
        this.pace = new Pace(order.rate(), ticker.now());
    }

    /** Moves those that are meant, as far as the time goes; returns those that went. */
    List<DeadLetterMessage> visit(List<DeadLetterMessage> letters) {
        List<DeadLetterMessage> meant = letters.stream().filter(order::matches).toList();
        matched += meant.size();
        return order.dryRun() ? List.of() : move(meant);
    }

    /** A slow rate moves fewer letters at once, not ten and then none for long. */
    private List<DeadLetterMessage> move(List<DeadLetterMessage> letters) {
        List<DeadLetterMessage> gone = new ArrayList<>();
        int atOnce = Math.min(order.rate(), DeadLetterStore.MAX_AT_ONCE);
        for (List<DeadLetterMessage> some :
                letters.stream().gather(Gatherers.windowFixed(atOnce)).toList()) {
            if (pace.due() - end >= 0) {
                return gone;
            }
            ticker.sleepUntil(pace.due());
            List<DeadLetterMessage> went = store.redrive(order.queue(), some);
            pace.went(some.size(), ticker.now());
            moved += went.size();
            gone.addAll(went);
        }
        return gone;
    }

    Queue queue() {
        return order.queue();
    }

    long end() {
        return end;
    }

    int matched() {
        return matched;
    }

    int moved() {
        return moved;
    }
}
