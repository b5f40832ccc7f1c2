package io.feedmill.worker.counter;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;

/** Views that come in batches, twice, and to several workers at once. */
class ViewHandlerTest {
    private final World world = World.of(1);
    private final Map<String, Message<String>> batch = new LinkedHashMap<>();

    private void view(PostId post, UserId viewer) {
        String body = MessageCodec.encode(Views.of(post, World.AUTHOR, viewer));
        batch.put("m" + batch.size(), new GenericMessage<>(body));
    }

    private void views(String... viewers) {
        for (UserId viewer : users(viewers)) {
            view(world.post, viewer);
        }
    }

    private Set<String> receive() {
        return world.parts.views().receive(new LinkedHashMap<>(batch));
    }

    private long count(PostId post) {
        return world.fakes.counters().post(post).views();
    }

    private List<Long> ledger() {
        return Ledgers.entries(world.fakes.ledger(), QuarterHour.of(world.clock.instant())).stream()
                .filter(LedgerEntry.Viewed.class::isInstance)
                .map(entry -> ((LedgerEntry.Viewed) entry).count())
                .toList();
    }

    private List<Sent> sentViews() {
        return world.queue.sent().stream()
                .filter(sent -> sent.message() instanceof Views)
                .toList();
    }

    @Test
    void aBatchTakesOneReadOneTransactionAndOneRecountAPostAndTheFirstOneItsAuthor() {
        PostId other = world.publish();
        views("amy", "bob", "cid");
        view(other, user("amy"));
        assertThat(steps())
                .containsExactly(
                        "PostStore.author",
                        "ViewStore.unseen",
                        "ViewStore.count",
                        "CounterStore.recount",
                        "PostStore.author",
                        "ViewStore.unseen",
                        "ViewStore.count",
                        "CounterStore.recount");
        assertThat(steps())
                .containsExactly(
                        "ViewStore.unseen", "CounterStore.recount", "ViewStore.unseen", "CounterStore.recount");
        assertThat(count(world.post)).isEqualTo(3);
        assertThat(count(other)).isEqualTo(1);
        assertThat(ledger()).containsExactlyInAnyOrder(3L, 1L);
        assertThat(world.parts.count("feedmill.views.transactions")).isEqualTo(2);
    }

    private List<String> steps() {
        List<String> steps = world.steps.run(CrashPoint.NONE, this::receive).steps().stream()
                .map(step -> step.substring(0, step.indexOf(':')))
                .toList();
        return IntStream.range(0, steps.size())
                .filter(i -> i == 0 || !steps.get(i).equals(steps.get(i - 1)))
                .mapToObj(steps::get)
                .toList();
    }

    /** Else the row of counts would lack views that are counted. */
    @Test
    void aGroupWhoseRecountFailsIsHandledAgainAndCountsNothingTwice() {
        views("amy", "bob");
        world.fail("CounterStore.recount", 1, Kind.THROTTLED);
        receive();
        assertThat(sentViews()).hasSize(1);
        Run again = world.handle(sentViews().getFirst().message());
        assertThat(World.calls(again, "CounterStore.recount")).isPositive();
        assertThat(count(world.post)).isEqualTo(2);
    }

    private void forge(PostId post) {
        Views views = new Views(post, user("eve"), users("amy", "bob"), SendHistory.FIRST);
        batch.put("forged", new GenericMessage<>(MessageCodec.encode(views)));
    }

    /** Whoever may send to the queue could name any author. */
    @Test
    void aForgedMessageBillsTheAuthorOfThePostOnly() {
        forge(world.post);
        assertThat(receive()).containsExactly("forged");
        assertThat(count(world.post)).isEqualTo(2);
        assertThat(Ledgers.entries(world.fakes.ledger(), QuarterHour.of(world.clock.instant())))
                .filteredOn(LedgerEntry.Viewed.class::isInstance)
                .containsExactly(new LedgerEntry.Viewed(world.post, World.AUTHOR, world.clock.instant(), 2));
    }

    @Test
    void viewsOfAPostThatNeverExistedCountNothing() {
        PostId absent = PostId.create(world.post.tick() + 1, new Random(1));
        forge(absent);
        assertThat(receive()).containsExactly("forged");
        assertThat(count(absent)).isZero();
        assertThat(ledger()).isEmpty();
        assertThat(world.parts.count("feedmill.views.without.post")).isEqualTo(2);
    }

    @Test
    void redeliveryChangesNothing() {
        views("amy", "bob", "amy");
        receive();
        assertThat(receive()).hasSize(3);
        assertThat(count(world.post)).isEqualTo(2);
        assertThat(ledger()).containsExactly(2L);
        assertThat(world.parts.count("feedmill.views")).isEqualTo(2);
        assertThat(world.parts.count("feedmill.views.repeated")).isEqualTo(2);
        assertThat(world.parts.count("feedmill.views.transactions")).isEqualTo(1);
    }

    /** Its markers may be gone: the viewer would count twice. */
    @Test
    void viewsOfAnOldPostAreNotCounted() {
        views("amy");
        receive();
        world.clock.advance(Duration.ofDays(90));
        views("amy", "bob");
        assertThat(receive()).hasSize(3);
        assertThat(count(world.post)).isEqualTo(1);
        assertThat(ledger()).isEmpty();
        assertThat(world.parts.count("feedmill.views.expired")).isEqualTo(2);
    }

    @Test
    void aThrottledGroupIsRequeuedAsOneMessageAndTheOthersContinue() {
        PostId other = world.publish();
        views("bob", "amy");
        view(other, user("amy"));
        world.fail("ViewStore.count", 1, Kind.THROTTLED);
        assertThat(receive()).hasSize(3);
        assertThat(sentViews()).singleElement().satisfies(sent -> {
            assertThat(sent.message().attempt()).isEqualTo(1);
            assertThat(sent.delay().toMillis()).isBetween(2_000L, 4_000L);
        });
        assertThat(count(world.post) + count(other)).isPositive();
        world.clock.advance(Duration.ofMinutes(1));
        sentViews().forEach(sent -> world.receive(sent.message()));
        assertThat(count(world.post)).isEqualTo(2);
        assertThat(count(other)).isEqualTo(1);
    }

    @Test
    void aGroupThatFailsPermanentlyStaysInTheQueueAndTheOthersAreCounted() {
        PostId other = world.publish();
        views("bob");
        view(other, user("amy"));
        world.fail("ViewStore.unseen", 1, Kind.PERMANENT);
        assertThat(receive()).hasSize(1);
        assertThat(count(world.post) + count(other)).isEqualTo(1);
        assertThat(sentViews()).isEmpty();
    }

    @Test
    void poisonIsDeadLetteredAndTheOthersAreCounted() {
        views("bob");
        batch.put("poison", new GenericMessage<>("<xml/>"));
        assertThat(receive()).containsExactlyInAnyOrder("m0", "poison");
        assertThat(world.dead).containsExactly("views not-json: not JSON");
        assertThat(count(world.post)).isEqualTo(1);
    }

    /** A read and a write may take 10 s: with less time left, the group is requeued at once. */
    @Test
    void aGroupWithoutTimeIsRequeuedUntouched() {
        PostId other = world.publish();
        views("bob");
        view(other, user("bob"));
        world.steps.before("ViewStore.count", 1, () -> world.clock.advance(Duration.ofMillis(20_001)));
        assertThat(receive()).hasSize(2);
        assertThat(count(world.post) + count(other)).isEqualTo(1);
        assertThat(sentViews()).hasSize(1);
    }
}
