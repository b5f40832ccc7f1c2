package io.feedmill.worker.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of all workers' sweeps at 2,000 jobs that are delivered, with the default settings. */
class SweepReadsTest extends RelayFixture {
    private static final int JOBS = 2_000;
    private static final int SHARDS = 64;
    private static final int ROUNDS_A_MINUTE = 12;

    /** It writes its own lease and reads those of all. */
    private static final int CALLS_A_LEASE = 2;

    private final Stores counted = stores.stores(this::count);
    private final Map<String, Integer> calls = new TreeMap<>();
    private int started;

    private Fault count(Call call) {
        calls.merge(StoreCall.current().orElseThrow().method(), 1, Integer::sum);
        return new Fault.None();
    }

    private Sweep worker() {
        OutboxStore outbox = counted.outbox();
        Relay ofJobs = relay(outbox, List.of(jobWork(counted)));
        return sweep("worker-" + ++started, outbox, ofJobs, new ShardNotes(() -> true, clock), () -> false);
    }

    /** Returns workers that know of each other. */
    private List<Sweep> workers(int count) {
        List<Sweep> workers = Stream.generate(this::worker).limit(count).toList();
        round(workers);
        round(workers);
        return workers;
    }

    private void round(List<Sweep> workers) {
        clock.advance(SETTINGS.every());
        workers.forEach(Sweep::run);
    }

    private List<JobId> deliveringJobs() {
        drain(JobId.of(post));
        stores.jobs().close(job());
        List<JobId> jobs =
                IntStream.range(0, JOBS).mapToObj(n -> JobId.of(publish(n))).toList();
        for (JobId job : jobs) {
            plan(job);
            stores.jobs().endPlanning(job, 1);
        }
        clock.advance(SETTINGS.accepted());
        calls.clear();
        return jobs;
    }

    /** Before, each worker read every row and every job in each round. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void jobsInALongQueueAreReadOnce(int count) {
        List<Sweep> workers = workers(count);
        waits.put(Queue.DELIVER, Duration.ofMinutes(10));
        deliveringJobs();
        for (int round = 0; round < ROUNDS_A_MINUTE; round++) {
            round(workers);
        }
        assertThat(calls)
                .isEqualTo(Map.of(
                        "lease",
                        CALLS_A_LEASE * count * ROUNDS_A_MINUTE,
                        "rows",
                        SHARDS * ROUNDS_A_MINUTE,
                        "find",
                        JOBS));
        assertThat(queue.sent()).isEmpty();
    }
}
