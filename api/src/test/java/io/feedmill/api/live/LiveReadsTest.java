package io.feedmill.api.live;

import static io.feedmill.api.live.LiveWorld.BOB;
import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.FeedReader.HomePage;
import io.feedmill.api.live.LiveReads.Look;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LiveReadsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final LiveWorld world = new LiveWorld();
    private final LiveReads reads = LiveWorld.reads(world.pages, 16);

    private Look look() {
        return reads.look(BOB, null, null);
    }

    private Look after(Look before) {
        world.pass(SECOND);
        return reads.look(BOB, before, reads.page(BOB));
    }

    @Test
    void readsOnlyRowsThatMayHaveCompany() {
        world.deliver("ann", world.ago(60));
        PostId newer = world.deliver("ann", world.ago(10));
        world.completeUntil(world.ago(20));
        Look look = look();
        assertThat(look.newest()).extracting(FeedItem::post).containsExactly(newer);
        assertThat(after(look).isSameAs(look)).isTrue();
    }

    /** The job of a minute ago was late; the mark passes it as soon as it is complete. */
    @Test
    void seesARowThatTheMarkPassesBeforeTheNextLook() {
        world.completeUntil(world.ago(60));
        Look before = look();
        world.deliver("ann", world.ago(50));
        world.completeUntil(world.ago(15));
        Look look = after(before);
        assertThat(look.isSameAs(before)).isFalse();
        assertThat(after(look).isSameAs(look)).isTrue();
    }

    @Test
    void whatWasCompleteStaysCompleteWithoutNotes() {
        world.completeUntil(world.ago(20));
        Look before = look();
        world.completeUntil(world.ago(40));
        assertThat(after(before).since()).isEqualTo(before.since());
    }

    @Test
    void aMuteAndARecallOfWhatIsShownAreSeen() {
        PostId shown = world.deliver("ann", world.ago(90));
        world.completeUntil(world.ago(60));
        Look first = look();
        world.recalls.add(new Recall(new PostId(1, "11111111111"), Kind.RETRACTED));
        Look second = after(first);
        assertThat(second.isSameAs(first)).isTrue();
        HomePage page = reads.page(BOB);
        world.recalls.add(new Recall(shown, Kind.RETRACTED));
        assertThat(reads.look(BOB, second, page).isSameAs(second)).isFalse();
        world.stores.readers().mute(BOB, user("ann"));
        assertThat(after(second).isSameAs(second)).isFalse();
    }

    @Test
    void makesFewCallsAtATime() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        world.beforeCall = () -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            LockSupport.parkNanos(1_000); // lets others begin
        };
        world.afterCall = now::decrementAndGet;
        LiveReads few = LiveWorld.reads(world.pages, 3);
        try (ExecutorService loops = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                loops.execute(() -> few.look(BOB, null, null));
                loops.execute(() -> few.page(BOB));
            }
        }
        assertThat(most).hasValueBetween(2, 3);
    }
}
