package io.feedmill.worker.counter;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.Reactions;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;

/** Reactions that come in batches, twice and late: what they tell of is read. */
class ReactionHandlerTest {
    private final World world = World.of(1);
    private final Map<String, Message<String>> batch = new LinkedHashMap<>();

    private void tell(ReactionKey reaction, String author) {
        String body = MessageCodec.encode(Reactions.of(reaction, user(author)));
        batch.put("m" + batch.size(), new GenericMessage<>(body));
    }

    private ReactionKey key(String kind, String user) {
        return new ReactionKey(world.post, kind, user(user));
    }

    private void add(String kind, String user) {
        world.fakes.counters().add(key(kind, user));
        tell(key(kind, user), "ann");
    }

    private void remove(String kind, String user) {
        world.fakes.counters().remove(key(kind, user));
        tell(key(kind, user), "ann");
    }

    private Set<String> receive() {
        return world.parts.views().receive(new LinkedHashMap<>(batch));
    }

    private Set<String> actors() {
        return world.notified.actors("ann", "reaction", world.post).keySet();
    }

    @Test
    void aBatchTakesOneRecountAndOneRefreshAPost() {
        add("like", "bob");
        add("love", "cid");
        add("like", "cid");
        Run run = world.steps.run(CrashPoint.NONE, this::receive);
        assertThat(run.steps()).filteredOn(step -> step.startsWith("PostStore")).hasSize(1);
        assertThat(world.notified.refreshes()).isEqualTo(1);
        assertThat(actors()).containsExactly("bob", "cid");
    }

    @Test
    void whoHasAnotherReactionStaysAndWhoHasNoneGoes() {
        add("like", "bob");
        add("love", "bob");
        add("like", "cid");
        receive();
        remove("like", "bob");
        remove("like", "cid");
        receive();
        assertThat(actors()).containsExactly("bob");
    }

    /** Messages come in any order: of an addition after that of the removal. */
    @Test
    void aLateMessageBringsNobodyBack() {
        add("like", "bob");
        world.fakes.counters().remove(key("like", "bob"));
        receive();
        assertThat(receive()).hasSize(1);
        assertThat(actors()).isEmpty();
    }

    /** Whoever may send to the queue could name any author. */
    @Test
    void aForgedMessageNotifiesTheAuthorOfThePostOnly() {
        world.fakes.counters().add(key("like", "bob"));
        tell(key("like", "bob"), "eve");
        receive();
        assertThat(actors()).containsExactly("bob");
        assertThat(world.notified.actors("eve", "reaction", world.post)).isEmpty();
    }

    @Test
    void reactionsToAPostThatNeverExistedDoNothing() {
        PostId absent = PostId.create(world.post.tick() + 1, new Random(1));
        tell(new ReactionKey(absent, "like", user("bob")), "ann");
        Run run = world.steps.run(CrashPoint.NONE, () -> assertThat(receive()).hasSize(1));
        assertThat(World.calls(run, "CounterStore")).isZero();
        assertThat(world.notified.refreshes()).isZero();
    }

    @Test
    void aThrottledGroupIsRequeuedAsOneMessage() {
        add("like", "bob");
        add("love", "cid");
        world.fail("CounterStore.recount", 1, Kind.THROTTLED);
        assertThat(receive()).hasSize(2);
        assertThat(actors()).isEmpty();
        List<Reactions> sent = new ArrayList<>();
        world.queue.sent().forEach(one -> {
            if (one.message() instanceof Reactions reactions) {
                sent.add(reactions);
            }
        });
        assertThat(sent).singleElement().satisfies(next -> {
            assertThat(next.attempt()).isEqualTo(1);
            assertThat(next.reactions()).containsExactlyInAnyOrder(key("like", "bob"), key("love", "cid"));
        });
        world.receive(sent.getFirst());
        assertThat(actors()).containsExactly("bob", "cid");
    }

    @Test
    void aGroupWithoutTimeIsRequeuedUntouched() {
        add("like", "bob");
        PostId other = world.publish();
        tell(new ReactionKey(other, "like", user("bob")), "ann");
        world.before("CounterStore.recount", 1, () -> world.clock.advance(Duration.ofMillis(20_001)));
        assertThat(receive()).hasSize(2);
        assertThat(world.notified.refreshes()).isEqualTo(1);
        assertThat(world.queue.sent())
                .filteredOn(sent -> sent.message() instanceof Reactions)
                .hasSize(1);
    }
}
