package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore.BlockResult;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that got no answer is sent again. If the first one is carried out after a later call, it does not undo that call. */
class LateWritesTest {
    private static final UserId BOB = user("bob");
    private static final UserId ANN = user("ann");
    private static final Follow FOLLOW = new Follow(BOB, ANN);
    private static final NotificationKey GROUP = new NotificationKey(ANN, "like", "it");
    private static final ReactionKey LIKE = new ReactionKey(new PostId(1, "11111111111"), "like", BOB);

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final List<Runnable> late = new ArrayList<>();
    private int writes;

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
                                all -> all.readers().view(BOB).hidden()),
                        new Case(
                                "block",
                                all -> all.readers().block(BOB, ANN),
                                all -> all.readers().unblock(BOB, ANN),
                                all -> all.readers().view(BOB).hidden()),
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
                                all -> all.rights().find("bob")),
                        new Case(
                                "read",
                                all -> all.notifications().read(GROUP),
                                all -> notify(all),
                                all -> all.notifications().page(ANN, 0, null, 10)),
                        new Case(
                                "seen",
                                all -> all.notifications()
                                        .see(ANN, all.notifications().marks(ANN).newest()),
                                all -> notify(all),
                                all -> all.notifications().marks(ANN)))
                .flatMap(each -> Stream.of(each, each.reversed()));
    }

    /** Has news of the group, newer than all before. */
    private static void notify(Stores all) {
        all.notifications()
                .add(GROUP, BOB, null, 1 + all.notifications().marks(ANN).newest());
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
        return isLate(call, 0);
    }

    private Fault isLate(Call call, int write) {
        return call.operation().isRead() || writes++ != write
                ? new Fault.None()
                : new Fault.AppliedLater(Errors.noAnswer(), late::add);
    }

    /** An import is no transaction: when the work of a later unfollow or block ends, another unfollow ends what came late. */
    @ParameterizedTest
    @CsvSource({"both, 0, false", "both, 0, true", "single, 0, false", "single, 1, false", "single, 1, true"})
    void ofAnImportAreEndedWithALaterUnfollow(String rows, int write, boolean blocks) {
        MemoryStores imported = imported(rows, write);
        FollowChange unfollow = unfollow(imported, blocks);
        late.forEach(Runnable::run);
        assertThat(rows(imported)).isGreaterThan(0);
        clock.advance(Duration.ofSeconds(1));
        assertThat(imported.follows().end(unfollow)).isFalse();
        assertThat(rows(imported)).isZero();
        FollowChange again =
                Objects.requireNonNull(imported.readers().unfollows(BOB).get(ANN));
        assertThat(Stores.openRows(imported, work -> true))
                .extracting(OutboxRow::work)
                .containsExactly(again.work())
                .doesNotContain(unfollow.work());
        assertThat(imported.follows().end(again)).isTrue();
        assertThat(imported.readers().unfollows(BOB)).isEmpty();
        assertThat(Stores.openRows(imported, work -> true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void ofAnImportEndNoFollowAfterTheUnfollow(int write) {
        for (Consumer<Stores> follows : List.<Consumer<Stores>>of(
                all -> all.follows().follow(FOLLOW), all -> all.follows().importAll(List.of(FOLLOW)))) {
            late.clear();
            MemoryStores imported = imported("single", write);
            FollowChange unfollow = unfollow(imported, false);
            follows.accept(imported);
            late.forEach(Runnable::run);
            imported.follows().end(unfollow);
            assertThat(rows(imported)).isEqualTo(2);
            assertThat(imported.readers().unfollows(BOB)).isEmpty();
        }
    }

    /** Repeats an import, of which one write comes late: that of both rows of the follow, or of a single one. */
    private MemoryStores imported(String rows, int write) {
        MemoryStores imported = rows.equals("both") ? new MemoryStores(clock) : MemoryStores.ofSteps(clock);
        writes = 0;
        Stores unanswered = imported.stores(call -> isLate(call, write));
        assertThatThrownBy(() -> unanswered.follows().importAll(List.of(FOLLOW)))
                .isInstanceOf(StorageException.class);
        assertThat(late).hasSize(1);
        imported.follows().importAll(List.of(FOLLOW));
        clock.advance(Duration.ofSeconds(1));
        return imported;
    }

    private FollowChange unfollow(MemoryStores imported, boolean blocks) {
        FollowChange unfollow = blocks
                ? ((BlockResult.Blocked) imported.readers().block(ANN, BOB))
                        .ended()
                        .getFirst()
                : imported.follows().unfollow(FOLLOW).orElseThrow();
        clock.advance(Duration.ofSeconds(1));
        return unfollow;
    }

    private static int rows(Stores all) {
        return all.follows().followersAfter(ANN, null, 10).size()
                + all.follows().followingAfter(BOB, null, 10).size();
    }
}
