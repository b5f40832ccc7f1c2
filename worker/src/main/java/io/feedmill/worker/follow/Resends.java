package io.feedmill.worker.follow;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.relay.Patience;
import io.feedmill.worker.relay.Stage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** The resends of follows, unfollows and rebuilds by the sweep. Thread-safe. */
@Component
public final class Resends {
    private final OutboxStore outbox;
    private final Map<String, Stage> stages;
    private final Patience patience;
    private final Clock clock;

    public Resends(OutboxStore outbox, List<UpkeepWork> types, Patience patience, Clock clock) {
        this.outbox = outbox;
        this.stages = types.stream().collect(Collectors.toMap(UpkeepWork::kind, UpkeepWork::stage));
        this.patience = patience;
        this.clock = clock;
    }

    /** Puts off the next one: the work goes on in a message of this attempt, and a second one would be one more loop. */
    public void putOff(OpenWork work, int attempt) {
        outbox.postpone(work, clock.instant().plus(patience.backoff(stage(work), Queue.UPKEEP, attempt)));
    }

    /** Returns how long the work may stay without progress. */
    public Duration patience(OpenWork work) {
        return patience.of(stage(work));
    }

    private Stage stage(OpenWork work) {
        return Objects.requireNonNull(stages.get(work.kind()));
    }
}
