package io.feedmill.api.live;

import static io.feedmill.api.live.LiveWorld.BOB;
import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.HomePages;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.feed.HomePages.Probe;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LiveProbesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final LiveWorld world = new LiveWorld();
    private final HomePages pages = world.pages;

    private Probe probe() {
        return pages.probe(BOB, null, null);
    }

    private Probe after(Probe before) {
        world.pass(SECOND);
        return pages.probe(BOB, before, pages.first(BOB));
    }

    @Test
    void readsOnlyRowsThatMayHaveCompany() {
        world.deliver("ann", world.ago(60));
        PostId newer = world.deliver("ann", world.ago(10));
        world.completeUntil(world.ago(20));
        Probe probe = probe();
        assertThat(probe.newest()).extracting(FeedItem::post).containsExactly(newer);
        assertThat(after(probe).isSameAs(probe)).isTrue();
    }

    /** The job of a minute ago was late; the mark passes it as soon as it is complete. */
    @Test
    void seesARowThatTheMarkPassesBeforeTheNextLook() {
        world.completeUntil(world.ago(60));
        Probe before = probe();
        world.deliver("ann", world.ago(50));
        world.completeUntil(world.ago(15));
        Probe probe = after(before);
        assertThat(probe.isSameAs(before)).isFalse();
        assertThat(after(probe).isSameAs(probe)).isTrue();
    }

    @Test
    void whatWasCompleteStaysCompleteWithoutNotes() {
        world.completeUntil(world.ago(20));
        Probe before = probe();
        world.completeUntil(world.ago(40));
        assertThat(after(before).since()).isEqualTo(before.since());
    }

    @Test
    void aMuteAndARecallOfWhatIsShownAreSeen() {
        PostId shown = world.deliver("ann", world.ago(90));
        world.completeUntil(world.ago(60));
        Probe first = probe();
        world.recalls.add(new Recall(new PostId(1, "11111111111"), Kind.RETRACTED), null);
        Probe second = after(first);
        assertThat(second.isSameAs(first)).isTrue();
        HomePage page = pages.first(BOB);
        world.recalls.add(new Recall(shown, Kind.RETRACTED), null);
        assertThat(pages.probe(BOB, second, page).isSameAs(second)).isFalse();
        world.stores.readers().mute(BOB, user("ann"));
        assertThat(after(second).isSameAs(second)).isFalse();
    }
}
