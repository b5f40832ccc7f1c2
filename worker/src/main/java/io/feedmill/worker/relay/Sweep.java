package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.relay.Relay.Relayed;
import io.feedmill.worker.relay.WorkType.WorkState;
import io.feedmill.worker.work.WorkDeadlines.RunEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.stereotype.Component;

/** Relays this worker's work that may be stalled: reads outbox rows older than the patience, and of these the work that may be due. Thread-safe. */
@Component
public final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final int PAGE = 1_000;

    /** The maximum of work to remember. More are read in every sweep. */
    private static final int MAX_KNOWN = 100_000;

    private final OutboxStore outbox;
    private final ShardShare share;
    private final Relay relay;
    private final ShardNotes notes;
    private final RelayMetrics metrics;
    private final RunEnd end;
    private final RandomGenerator random;
    private volatile Map<OpenWork, WorkState.Open> known = Map.of();

    /** @param end of a sweep before its last shard */
    public Sweep(
            OutboxStore outbox,
            ShardShare share,
            Relay relay,
            ShardNotes notes,
            RelayMetrics metrics,
            RunEnd end,
            RandomGenerator random) {
        this.outbox = outbox;
        this.share = share;
        this.relay = relay;
        this.notes = notes;
        this.metrics = metrics;
        this.end = end;
        this.random = random;
    }

    /** Relays all work of this worker's shards that may be stalled. Returns false if it ended early. */
    public boolean run() {
        Round round = new Round();
        for (int shard : shuffledShards()) {
            if (end.isNow()) {
                return false;
            }
            if (share.contains(shard)) {
                sweep(shard, round);
            }
        }
        if (end.isNow()) {
            return false;
        }
        known = round.open;
        metrics.swept(round.rows);
        round.logPassedOver();
        return true;
    }

    private List<Integer> shuffledShards() {
        List<Integer> shards =
                new ArrayList<>(IntStream.range(0, outbox.shards()).boxed().toList());
        Collections.shuffle(shards, random);
        return shards;
    }

    /** A shard has a note if it was read to the end. */
    private void sweep(int shard, Round round) {
        Instant horizon = relay.horizon();
        ShardNotes.Note note = notes.begin(shard, horizon);
        @Nullable String after = null;
        do {
            OutboxPage page = outbox.rows(shard, note.end, after, PAGE);
            metrics.rowsRead.increment(page.rows().size());
            page.malformed().forEach(key -> round.passOver(RelayMetrics.MALFORMED, shard, key));
            page.newer().forEach(key -> round.passOver(RelayMetrics.NEWER, shard, key));
            Stream.concat(page.malformed().stream(), page.newer().stream()).forEach(note::hold);
            for (OutboxRow row : page.rows()) {
                if (end.isNow()) {
                    return;
                }
                boolean isOld = row.work().acceptedAt().isBefore(horizon);
                if (!isOld || relay(row, round)) {
                    relay.note(row.work(), note);
                }
            }
            after = page.next();
        } while (after != null);
        note.write();
    }

    /** Returns whether the work is open, as far as this sweep knows. A failure does not stop the sweep. */
    private boolean relay(OutboxRow row, Round round) {
        OpenWork work = row.work();
        try {
            Relayed relayed = relay.relay(row, known.get(work));
            count(relayed, work, round);
            return !(relayed instanceof Relayed.Ended || relayed instanceof Relayed.Orphaned);
        } catch (RuntimeException e) { // also for a job of a newer version
            round.count(work.kind());
            LoggingEventBuilder event = LOG.atWarn().addKeyValue(work.kind(), work.id());
            (e instanceof StorageException s ? event.addKeyValue("reason", s.reason()) : event.setCause(e))
                    .log("Cannot relay work");
            return true;
        }
    }

    private void count(Relayed relayed, OpenWork work, Round round) {
        if (!(relayed instanceof Relayed.PassedOver)) {
            round.count(work.kind());
        }
        switch (relayed) {
            case Relayed.PassedOver passedOver -> round.passOver(passedOver.form(), work.shard(), work);
            case Relayed.Ended ended -> {}
            case Relayed.Orphaned orphaned -> metrics.orphaned.increment();
            case Relayed.Waiting waiting -> round.remember(work, waiting.state());
            case Relayed.Resent resent -> metrics.resent.increment();
        }
    }

    private static final class Round {
        private final Map<OpenWork, WorkState.Open> open = new HashMap<>();
        private final Map<String, Long> rows = new HashMap<>();
        private @Nullable String passedOver;

        void count(String form) {
            rows.merge(form, 1L, Long::sum);
        }

        void passOver(String form, int shard, Object row) {
            count(form);
            passedOver = shard + " " + row;
        }

        void remember(OpenWork work, WorkState.@Nullable Open state) {
            if (state != null && open.size() < MAX_KNOWN) {
                open.put(work, state);
            }
        }

        /** Once a sweep, not once a row. */
        void logPassedOver() {
            if (passedOver != null) {
                LOG.atWarn()
                        .addKeyValue("malformed", rows.getOrDefault(RelayMetrics.MALFORMED, 0L))
                        .addKeyValue("newer", rows.getOrDefault(RelayMetrics.NEWER, 0L))
                        .addKeyValue("one", passedOver)
                        .log("Outbox rows passed over");
            }
        }
    }
}
