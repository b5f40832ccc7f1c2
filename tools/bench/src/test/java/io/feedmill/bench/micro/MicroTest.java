package io.feedmill.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MicroTest {

    static {
        // Another run of JMH on this machine disturbs figures, and here nobody reads them.
        System.setProperty("jmh.ignoreLock", "true");
    }

    /** In this JVM: that takes a second, and a JVM for each benchmark takes twenty. */
    @Test
    void everyBenchmarkSaysItsTimeAndItsAllocation() {
        List<Figures> figures = new Micro(0, 1, Duration.ofMillis(5)).run(name -> {});
        assertThat(figures)
                .extracting(Figures::title)
                .containsExactly("Calls: keys", "Calls: messages", "Calls: feed items");
        List<Series> all =
                figures.stream().flatMap(each -> each.series().stream()).toList();
        assertThat(all).extracting(Series::contender).contains("encode feed key", "decode slice", "make a row");
        assertThat(all)
                .allMatch(series ->
                        series.stats(Metric.NANOS_PER_CALL).orElseThrow().min() > 0);
        assertThat(all).allMatch(series -> series.measures(Metric.ALLOCATED_BYTES));
    }

    @Test
    void namesBenchmarksByTheWordsOfTheirMethods() {
        assertThat(Micro.words("encodeFeedKey")).isEqualTo("encode feed key");
        assertThat(Micro.words("makeABatchOf25")).isEqualTo("make a batch of 25");
    }

    @Test
    void keysGoBothWays() {
        KeyBenchmarks keys = new KeyBenchmarks();
        assertThat(keys.parsePostId().value()).isEqualTo(keys.encodePostId());
        assertThat(keys.parseFeedKey().value()).isEqualTo(keys.encodeFeedKey());
        assertThat(keys.checkUserId()).isTrue();
    }

    @Test
    void aSliceHasAThousandRecipientsAndFitsIntoAMessage() {
        MessageBenchmarks messages = new MessageBenchmarks();
        QueueMessage.Deliver slice = (QueueMessage.Deliver) messages.decodeSlice();
        assertThat(slice.recipients()).hasSize(1_000);
        assertThat(messages.encodeSlice()).isEqualTo(MessageCodec.encode(slice));
        assertThat(messages.decodePlan()).isInstanceOf(QueueMessage.Plan.class);
    }

    @Test
    void aBatchOfRowsGoesThroughTheSdk() {
        ItemBenchmarks items = new ItemBenchmarks();
        assertThat(items.makeABatchOf25().requestItems().get("feedmill-feeds"))
                .hasSize(25)
                .first()
                .satisfies(write -> assertThat(write.putRequest().item()).isEqualTo(items.makeARow()));
        assertThat(items.sendABatchWithoutANetwork().unprocessedItems()).isEmpty();
    }
}
