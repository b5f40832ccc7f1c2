package io.feedmill.worker.follow;

import io.feedmill.common.follow.PairMessage;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.worker.relay.Patience;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** The resends of follows, unfollows and rebuilds by the sweep. */
@Component
public record Resends(OutboxStore outbox, Patience patience, Clock clock) {

    /** Puts off the next one: the work goes on in this message, and a second one would be one more loop. */
    public void putOff(PairMessage next) {
        outbox.postpone(
                next.pair(), clock.instant().plus(patience.backoff(next.pair().kind(), next.attempt())));
    }
}
