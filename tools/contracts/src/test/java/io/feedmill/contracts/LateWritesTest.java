package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A write that got no answer is sent again. If the first one is carried out after a later call, it does not undo that call. */
class LateWritesTest {
    private static final UserId BOB = user("bob");
    private static final UserId ANN = user("ann");
    private static final Follow FOLLOW = new Follow(BOB, ANN);
    private static final ReactionKey LIKE = new ReactionKey(new PostId(1, "11111111111"), "like", BOB);

    private final MemoryStores stores = new MemoryStores(new SettableClock());
    private final List<Runnable> late = new ArrayList<>();

    record Case(String name, Consumer<Stores> does, Consumer<Stores> undoes, Function<Stores, Object> seen) {
        @Override
        public String toString() {
            return name;
        }

        Case reversed() {
            return new Case(name + ", reversed", undoes, does, seen);
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                        new Case(
                                "mute",
                                all -> all.readers().mute(BOB, ANN),
                                all -> all.readers().unmute(BOB, ANN),
                                all -> all.readers().hidden(BOB)),
                        new Case(
                                "block",
                                all -> all.readers().block(BOB, ANN),
                                all -> all.readers().unblock(BOB, ANN),
                                all -> all.readers().hidden(BOB)),
                        new Case(
                                "follow",
                                all -> all.follows().follow(FOLLOW),
                                all -> all.follows().unfollow(FOLLOW),
                                all -> all.follows().follows(FOLLOW)),
                        new Case(
                                "policy",
                                all -> all.follows().setAsks(ANN, true),
                                all -> all.follows().setAsks(ANN, false),
                                all -> all.follows().asks(ANN)),
                        new Case(
                                "reaction",
                                all -> all.counters().add(LIKE),
                                all -> all.counters().remove(LIKE),
                                all -> all.counters().post(LIKE.post())),
                        new Case(
                                "on read",
                                all -> all.onRead().list(ANN, false),
                                all -> all.onRead().takeOff(ANN),
                                all -> all.onRead().all()),
                        new Case(
                                "suspension",
                                all -> all.rights().change("bob", null, true),
                                all -> all.rights().change("bob", null, false),
                                all -> all.rights().find("bob")))
                .flatMap(each -> Stream.of(each, each.reversed()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void doNotUndoALaterCall(Case each) {
        each.undoes().accept(stores);
        each.does().accept(stores.stores(this::isLate));
        assertThat(late).hasSize(1);
        each.undoes().accept(stores);
        Object seen = each.seen().apply(stores);
        late.forEach(Runnable::run);
        assertThat(each.seen().apply(stores)).isEqualTo(seen);
    }

    /** The first write. */
    private Fault isLate(Call call) {
        return call.operation().isRead() || !late.isEmpty()
                ? new Fault.None()
                : new Fault.AppliedLater(Errors.noAnswer(), late::add);
    }
}
