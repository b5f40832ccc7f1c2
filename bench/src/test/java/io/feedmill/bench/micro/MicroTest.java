package io.feedmill.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import org.junit.jupiter.api.Test;

/** What the benchmarks call works; that JMH finds and runs them, {@link MicroIT} sees. */
class MicroTest {

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
