package io.feedmill.worker.pressure.simulation;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.worker.pressure.simulation.Simulation.Share;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** A worker with unlimited work: the maximum number of handlers, each with a batch, and the worker's retries of refused items. */
final class SimulatedWorker {
    private static final int HANDLERS = 32;
    private static final int CONCURRENT_WRITES = 32;
    private static final long LATENCY = 2_000_000;
    private static final double JITTER = 4e6;

    private final Agenda agenda;
    private final SimulatedTable table;
    private final Limit limit;
    private final RandomGenerator random;
    private final Deque<Batch> waiting = new ArrayDeque<>();
    private final TreeMap<Integer, Share> shares = new TreeMap<>();
    private int inProcess;
    private boolean awake;

    SimulatedWorker(Agenda agenda, SimulatedTable table, Limit limit, RandomGenerator random) {
        this.agenda = agenda;
        this.table = table;
        this.limit = limit;
        this.random = random;
    }

    /** The remaining items of a batch, and the number of its refusals. */
    private record Batch(int units, int refusals) {
        static final Batch WHOLE = new Batch(BatchWriter.BATCH, 0);
    }

    private record Request(int units, long sentAt, Batch batch) {}

    /** Returns the results from one second to another. */
    Share share(int from, int to) {
        return shares.subMap(from, to).values().stream().reduce(Share.NONE, Share::plus);
    }

    void start() {
        for (int i = 0; i < HANDLERS; i++) {
            waiting.add(Batch.WHOLE);
        }
        send();
    }

    private void send() {
        while (!waiting.isEmpty() && inProcess < CONCURRENT_WRITES) {
            long wait = limit.nanosUntilFree(agenda.now(), inProcess);
            if (wait > 0) {
                wakeIn(wait);
                return;
            }
            inProcess++;
            Batch batch = waiting.remove();
            Request request = new Request(limit.request(batch.units()), agenda.now(), batch);
            limit.sent(agenda.now(), request.units());
            agenda.in(latency(), () -> arrive(request));
        }
    }

    private void wakeIn(long wait) {
        if (!awake && wait < Long.MAX_VALUE) {
            awake = true;
            agenda.in(wait, () -> {
                awake = false;
                send();
            });
        }
    }

    private long latency() {
        return LATENCY + (long) (random.nextDouble() * JITTER);
    }

    private void arrive(Request request) {
        int written = table.write(agenda.now(), request.units());
        agenda.in(latency(), () -> answer(request, written));
    }

    private void answer(Request request, int written) {
        int refused = request.units() - written;
        int second = (int) Duration.ofNanos(agenda.now()).toSeconds();
        shares.merge(second, new Share(written, 1, refused > 0 ? 1 : 0), Share::plus);
        limit.answered(agenda.now(), request.sentAt(), inProcess, request.units(), refused);
        inProcess--;
        int left = request.batch().units() - written;
        if (refused > 0) {
            int refusals = request.batch().refusals() + 1;
            agenda.in(BatchWriter.BACKOFF.delay(refusals, random).toNanos(), () -> await(new Batch(left, refusals)));
            send();
        } else {
            await(left > 0 ? new Batch(left, request.batch().refusals()) : Batch.WHOLE);
        }
    }

    private void await(Batch batch) {
        waiting.add(batch);
        send();
    }
}
