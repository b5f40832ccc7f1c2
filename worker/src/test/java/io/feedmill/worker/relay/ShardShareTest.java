package io.feedmill.worker.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardShareTest {
    private static final Duration ROUND = Duration.ofSeconds(5);

    private final SettableClock clock = new SettableClock();
    private final OutboxStore outbox = new MemoryStores(clock).outbox();
    private int started;

    private ShardShare worker() {
        return new ShardShare("worker-" + ++started, outbox, ROUND, clock);
    }

    private List<ShardShare> workers(int count) {
        List<ShardShare> workers = Stream.generate(this::worker).limit(count).toList();
        round(workers);
        round(workers);
        return workers;
    }

    /** Each worker extends its lease. Those that are not in the list do not live. */
    private void round(List<ShardShare> workers) {
        clock.advance(ROUND);
        workers.forEach(ShardShareTest::shards);
    }

    private static Set<Integer> shards(ShardShare worker) {
        return IntStream.range(0, 64).filter(worker::contains).boxed().collect(Collectors.toSet());
    }

    private static List<Integer> all(List<ShardShare> workers) {
        return workers.stream().flatMap(worker -> shards(worker).stream()).toList();
    }

    private static void assertEachShardIsSweptOnce(List<ShardShare> workers) {
        assertThat(all(workers))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 64).boxed().toList());
    }

    @Test
    void oneWorkerHasAllShards() {
        assertThat(shards(worker())).hasSize(64);
    }

    @Test
    void eachShardBelongsToOneOfFourWorkers() {
        List<ShardShare> workers = workers(4);
        assertEachShardIsSweptOnce(workers);
        assertThat(workers).allSatisfy(worker -> assertThat(shards(worker)).hasSizeGreaterThan(1));
    }

    /** A lease is one write and one query, whatever the number of shards. */
    @Test
    void extendsItsLeaseOnceARound() {
        ShardShare worker = worker();
        shards(worker);
        clock.advance(ROUND.minusMillis(1));
        outbox.lease("another", ROUND);
        assertThat(shards(worker)).hasSize(64);
        clock.advance(Duration.ofMillis(1));
        assertThat(shards(worker)).hasSizeLessThan(64);
    }
}
