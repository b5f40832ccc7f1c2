package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.worker.relay.WorkType.OnePolicy;
import io.feedmill.worker.relay.WorkType.ResendPolicy;
import io.feedmill.worker.relay.WorkType.WorkState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends the messages of stalled work again. Never resets work, so that a wrong guess does no harm. Thread-safe. */
@Component
public final class Relay {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final Map<String, WorkType> types;
    private final OutboxStore outbox;
    private final QueueSender sender;
    private final Patience patience;
    private final Clock clock;

    public Relay(List<WorkType> types, OutboxStore outbox, QueueSender sender, Patience patience, Clock clock) {
        this.types = types.stream().collect(Collectors.toMap(WorkType::kind, Function.identity()));
        this.outbox = outbox;
        this.sender = sender;
        this.patience = patience;
        this.clock = clock;
    }

    public sealed interface Relayed {
        /** The work is of this form: {@link RelayMetrics#NEWER} if no type has work of its kind, or the type cannot read its id. */
        record PassedOver(String form) implements Relayed {}

        record Ended() implements Relayed {}

        /** The work is absent. Its outbox row is moved out of the way. */
        record Orphaned() implements Relayed {}

        /** The work goes on. Its state is null if it was not read yet, since it cannot be stalled. */
        record Waiting(WorkState.@Nullable Open state) implements Relayed {}

        /** The work was stalled. Its message is sent again. */
        record Resent() implements Relayed {}
    }

    /** Returns the time before which work was accepted that may be stalled. */
    Instant horizon() {
        Duration shortest = types.values().stream()
                .flatMap(type -> type.stages().stream())
                .map(patience::of)
                .min(Duration::compareTo)
                .orElseThrow();
        return clock.instant().minus(shortest);
    }

    /** Notes open work if it is a job; one of an unknown kind may be one, and holds all readers. */
    void note(OpenWork work, ShardNotes.Note note) {
        WorkType type = types.get(work.kind());
        if (type == null) {
            note.hold(work.sortKey());
        } else if (type.bringsPosts()) {
            note.list(work);
        }
    }

    /** Sends the message of the work again if it is stalled. Knows it as it was read last; null: not yet. */
    Relayed relay(OutboxRow row, WorkState.@Nullable Open known) {
        WorkType type = types.get(row.work().kind());
        if (type == null) {
            return new Relayed.PassedOver(RelayMetrics.NEWER);
        }
        QueueMessage message;
        try {
            message = type.message(row.work());
        } catch (IllegalArgumentException e) {
            return new Relayed.PassedOver(RelayMetrics.MALFORMED);
        }
        if (!isDue(row, known)) {
            return new Relayed.Waiting(known);
        }
        return switch (type.state(row.work())) {
            case WorkState.Ended ended -> new Relayed.Ended();
            case WorkState.Absent absent -> orphan(row);
            case WorkState.Open open ->
                isDue(row, open) && resend(row, message, open.policy())
                        ? new Relayed.Resent()
                        : new Relayed.Waiting(open);
        };
    }

    /** Whether the work may be stalled, as far as its row and a read of it tell. */
    private boolean isDue(OutboxRow row, WorkState.@Nullable Open known) {
        Instant now = clock.instant();
        Instant due = row.due();
        return (due == null || now.isAfter(due))
                && (known == null || now.isAfter(known.progressAt().plus(patience.of(known.policy()))));
    }

    /** Moves the row: the work may be lost by the restore of one table, and the row is then the only trace of it. */
    private Relayed orphan(OutboxRow row) {
        if (!outbox.orphan(row)) {
            return new Relayed.Ended();
        }
        LOG.atError()
                .addKeyValue(row.work().kind(), row.work().id())
                .addKeyValue("author", row.work().author())
                .log("Open work not found, outbox row moved to the orphans");
        return new Relayed.Orphaned();
    }

    /** Returns false if another worker was faster. */
    private boolean resend(OutboxRow row, QueueMessage message, ResendPolicy policy) {
        Duration wait = patience.backoff(policy, message.type().queue(), row.resends());
        if (!outbox.claim(row, clock.instant().plus(wait))) {
            return false;
        }
        sender.send(message);
        LOG.atInfo()
                .addKeyValue(message.subject(), message.id())
                .addKeyValue("stage", policy.name())
                .addKeyValue("resends", row.resends() + 1)
                .log("Work stalled, message sent again");
        return true;
    }

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
}
