package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.Ledgers;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/** Views through the real queue and its batches. */
class ViewsIT {
    @AutoClose
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());

    private void view(PostId post, int viewer) {
        feedmill.send(Views.of(post, user("ann"), user("viewer" + viewer)));
    }

    private void awaitEmpty() {
        await().atMost(Feedmill.PATIENCE).until(() -> feedmill.queues().total(Queue.VIEWS) == 0);
    }

    private long views(PostId post) {
        return feedmill.stores().counters().post(post).views();
    }

    /** The example of the article: of a hundred users every second one views the first page, every third one the second. */
    @Test
    void countsTheArticlesPagesOnceWithSeveralDeliveriesAndWorkers() {
        Instant begin = Instant.now();
        PostId first = feedmill.publish("ann", "Page 1");
        PostId second = feedmill.publish("ann", "Page 2");
        for (int i = 0; i < 200; i++) {
            int viewer = i % 100;
            if (viewer % 2 == 0) {
                view(first, viewer);
            }
            if (viewer % 3 == 0) {
                view(second, viewer);
            }
        }
        feedmill.worker().worker();
        awaitEmpty();
        assertThat(views(first)).isEqualTo(50);
        assertThat(views(second)).isEqualTo(34);
        assertThat(ledger(begin)).isEqualTo(84);
    }

    /** Returns the views since then, by all ledger entries. */
    private long ledger(Instant begin) {
        return Stream.iterate(
                        QuarterHour.of(begin), quarter -> !quarter.start().isAfter(Instant.now()), QuarterHour::next)
                .flatMap(quarter -> Ledgers.entries(feedmill.stores().ledger(), quarter).stream())
                .mapToLong(entry -> entry instanceof Viewed viewed ? viewed.count() : 0)
                .sum();
    }

    @Test
    void poisonInABatchIsDeadLetteredAndTheRestIsCounted() {
        PostId post = feedmill.publish("ann", "hello");
        String newer =
                MessageCodec.encode(Views.of(post, user("ann"), user("bob"))).replace("\"v\":1", "\"v\":2");
        view(post, 1);
        feedmill.queues().send(Queue.VIEWS, newer);
        view(post, 2);
        feedmill.worker("feedmill.listeners.newer-versions=1s");
        awaitEmpty();
        assertThat(views(post)).isEqualTo(2);
        assertThat(feedmill.queues().takeDead(Queue.VIEWS))
                .extracting(Message::body)
                .containsExactly(newer);
    }
}
