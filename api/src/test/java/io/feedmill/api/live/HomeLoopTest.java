package io.feedmill.api.live;

import static io.feedmill.api.live.LiveWorld.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.live.Badge.Unseen;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clock of the loop stands still: it looks only when it is asked to, or for a recall. */
class HomeLoopTest {
    private final LiveWorld world = new LiveWorld();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HomeLoop loop = new HomeLoop(BOB, world.pages, world::count, new ApiMetrics(meters), world.clock);
    private final Thread thread = Thread.startVirtualThread(loop::run);

    @AfterEach
    void end() throws InterruptedException {
        assertThat(loop.remove()).isTrue();
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }

    private List<PostId> shown() throws InterruptedException {
        return loop.now().page().items().stream().map(item -> item.post()).toList();
    }

    private double looks(String outcome) {
        return meters.get("feedmill.live.looks")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void whoComesGetsThePageOfNow() throws InterruptedException {
        assertThat(shown()).isEmpty();
        PostId post = world.deliver("ann", world.ago(1));
        assertThat(shown()).containsExactly(post);
        assertThat(loop.newest(loop.now(), 1).page().items()).hasSize(1);
        assertThat(looks("page")).isEqualTo(3);
    }

    @Test
    void aRetractionDoesNotWaitForTheNextLook() throws InterruptedException {
        PostId post = world.deliver("ann", world.ago(1));
        HomePage shown = loop.now();
        world.recalls.add(new Recall(post, Recall.Kind.RETRACTED), null);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> loop.newest(shown, 1).page().items().isEmpty());
        assertThat(looks("page")).isEqualTo(2);
    }

    /** Who comes needs a page; the others keep the one that they have, without what is known to be retracted. */
    @Test
    void whileRecallsAreTooOldNothingIsRead() throws InterruptedException {
        PostId retracted = world.deliver("ann", world.ago(2));
        PostId stays = world.deliver("ann", world.ago(1));
        HomePage before = loop.now();
        double pages = looks("page");
        AtomicInteger calls = new AtomicInteger();
        world.beforeCall = calls::incrementAndGet;
        world.clock.advance(Duration.ofSeconds(60));
        loop.wake();
        await().atMost(Duration.ofSeconds(20)).until(() -> !loop.isUnavailable());
        world.recalls.add(new Recall(retracted, Recall.Kind.RETRACTED), null);
        loop.wake();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(loop.newest(before, 1).page().items())
                        .extracting(FeedItem::post)
                        .containsExactly(stays));
        assertThat(calls).hasValue(0);
        assertThat(looks("page")).isEqualTo(pages);
    }

    /** The second caller comes when the thread has ended. */
    @Test
    void nobodyWaitsForAThreadThatAnErrorEnded() throws InterruptedException {
        thread.setUncaughtExceptionHandler((dead, error) -> {});
        world.beforeCall = () -> {
            throw new AssertionError("broken");
        };
        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThatThrownBy(loop::now).isInstanceOf(IllegalStateException.class));
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThatThrownBy(loop::now).isInstanceOf(IllegalStateException.class));
    }

    /** A look without a change of the page counts only if the marks have moved. */
    @Test
    void countsWithAPageAndWhenTheMarksHaveMoved() throws InterruptedException {
        world.unseen = 2;
        loop.now();
        assertThat(loop.unseen()).isEqualTo(new Unseen(2, false));
        int counts = world.counts.get();
        world.unseen = 3;
        look();
        assertThat(world.counts).hasValue(counts);
        world.marks = 1;
        look();
        assertThat(loop.unseen()).isEqualTo(new Unseen(3, false));
        world.unseen = 4;
        loop.now();
        assertThat(loop.unseen()).isEqualTo(new Unseen(4, false));
    }

    /** Waits for a look in which nothing has moved. */
    private void look() {
        double before = looks("unchanged");
        world.pass(Duration.ofSeconds(1));
        loop.wake();
        await().atMost(Duration.ofSeconds(20)).until(() -> looks("unchanged") > before);
    }

    @Test
    void aFeedWhoseNotificationsCannotBeCountedGoesOn() throws InterruptedException {
        world.unseen = -1;
        PostId post = world.deliver("ann", world.ago(1));
        assertThat(shown()).containsExactly(post);
        assertThat(loop.unseen()).isNull();
        assertThat(looks("failed")).isZero();
        world.unseen = 1;
        loop.now();
        assertThat(loop.unseen()).isEqualTo(new Unseen(1, false));
    }

    @Test
    void aFailureIsToldToWhoComesAndThePageStays() throws InterruptedException {
        world.deliver("ann", world.ago(1));
        assertThat(shown()).hasSize(1);
        world.beforeCall = () -> {
            throw new StorageException(Kind.TRANSIENT, "no answer");
        };
        assertThatThrownBy(loop::now).isInstanceOf(StorageException.class);
        assertThat(looks("failed")).isEqualTo(1);
        world.clock.advance(Duration.ofSeconds(29));
        assertThat(loop.isUnavailable()).isFalse();
        world.clock.advance(Duration.ofSeconds(1));
        assertThat(loop.isUnavailable()).isTrue();
        world.beforeCall = () -> {};
        world.readRecalls();
        assertThat(shown()).hasSize(1);
        assertThat(loop.isUnavailable()).isFalse();
    }
}
