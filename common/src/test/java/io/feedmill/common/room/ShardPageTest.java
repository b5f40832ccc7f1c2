package io.feedmill.common.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.MessageKey;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardPageTest {

    private static Message message(int tick) {
        return new Message("room", new MessageKey("ann", tick, "1".repeat(11)), "text");
    }

    private static List<Message> at(int... ticks) {
        return IntStream.of(ticks).mapToObj(ShardPageTest::message).toList();
    }

    private static ShardPage complete(int... ticks) {
        return new ShardPage(at(ticks), false);
    }

    private static ShardPage stopped(int... ticks) {
        return new ShardPage(at(ticks), true);
    }

    private static MessagePage page(List<Message> messages, int next) {
        return new MessagePage(messages, message(next).key());
    }

    @Test
    void nothingIsTheLastPage() {
        assertThat(ShardPage.merge(List.of(), 10)).isEqualTo(new MessagePage(List.of(), null));
        assertThat(ShardPage.merge(List.of(complete(), complete()), 10)).isEqualTo(new MessagePage(List.of(), null));
    }

    @Test
    void completePartitionsAreMergedNewestFirst() {
        assertThat(ShardPage.merge(List.of(complete(9, 4, 1), complete(8, 5), complete()), 5))
                .isEqualTo(new MessagePage(at(9, 8, 5, 4, 1), null));
    }

    @Test
    void whatIsBeyondTheLimitIsLeftToTheNextPage() {
        assertThat(ShardPage.merge(List.of(complete(9, 4, 1), complete(8, 5)), 4))
                .isEqualTo(page(at(9, 8, 5, 4), 4));
    }

    /** The first partition may have a 6, which the page must not pass by. */
    @Test
    void noPageGoesBehindWhereAPartitionStopped() {
        assertThat(ShardPage.merge(List.of(stopped(9, 7), complete(8, 5, 3)), 10))
                .isEqualTo(page(at(9, 8, 7), 7));
    }

    @Test
    void theNewestOfTheirStopsCounts() {
        assertThat(ShardPage.merge(List.of(stopped(9, 2), stopped(8, 6), stopped(4, 3)), 10))
                .isEqualTo(page(at(9, 8, 6), 6));
    }

    @Test
    void aPartitionThatStoppedHasMoreThoughEverythingReadIsShown() {
        assertThat(ShardPage.merge(List.of(stopped(9, 8), complete()), 10)).isEqualTo(page(at(9, 8), 8));
    }
}
