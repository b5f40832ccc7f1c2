package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.worker.relay.WorkType.OnePolicy;
import io.feedmill.worker.relay.WorkType.ResendPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** The resends, by the sweep, of work with one stage. Thread-safe. */
@Component
public record Resends(OutboxStore outbox, List<OnePolicy> types, Patience patience, Clock clock) {

    /** Puts off the next one: the work goes on in a message of this attempt, and a second one would be one more loop. */
    public void putOff(OpenWork work, int attempt) {
        ResendPolicy policy = policy(work);
        Duration wait = patience.backoff(policy, policy.queues().getFirst(), attempt);
        outbox.postpone(work, clock.instant().plus(wait));
    }

    /** Returns how long the work may stay without progress. */
    public Duration patience(OpenWork work) {
        return patience.of(policy(work));
    }

    private ResendPolicy policy(OpenWork work) {
        return types.stream()
                .filter(type -> type.kind().equals(work.kind()))
                .findFirst()
                .orElseThrow()
                .policy();
    }
}
