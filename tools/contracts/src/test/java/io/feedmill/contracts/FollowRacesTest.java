package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Seeds;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.Schedule;
import io.feedmill.testkit.steps.Steps;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Calls about one pair of users, whose steps are the calls of the database, in the orders of many seeds. */
class FollowRacesTest {
    private static final int SEEDS = 300;
    private static final int CALLS = 4;
    private static final UserId BOB = user("bob");
    private static final UserId ANN = user("ann");
    private static final SettableClock CLOCK = new SettableClock();
    private static final Follow FOLLOW = new Follow(BOB, ANN);

    private static final Map<String, Consumer<Stores>> KINDS = Map.of(
            "follow", all -> all.follows().follow(FOLLOW),
            "unfollow", all -> all.follows().unfollow(FOLLOW),
            "block", all -> all.readers().block(ANN, BOB),
            "unblock", all -> all.readers().unblock(ANN, BOB),
            "block the other way", all -> all.readers().block(BOB, ANN),
            "ask", all -> all.follows().setAsks(ANN, true),
            "ask no more", all -> all.follows().setAsks(ANN, false),
            "accept", all -> all.follows().accept(FOLLOW),
            "refuse", all -> all.follows().refuse(FOLLOW),
            "import", FollowRacesTest::importFollow);

    private static final List<String> NAMES = KINDS.keySet().stream().sorted().toList();

    /** As the API does: a block that is stored later sees the follow. */
    private static void importFollow(Stores all) {
        all.follows().importAll(List.of(FOLLOW));
        all.readers().blocked(List.of(FOLLOW)).forEach(all.follows()::endForbidden);
    }

    @Test
    void leaveNoFollowInSpiteOfABlockAndNothingHiddenWithoutWork() {
        Seeds.each(SEEDS, seed -> {
            MemoryStores stores = MemoryStores.ofSteps(CLOCK);
            Steps steps = new Steps();
            Stores watched = stores.stores(steps);
            Random random = new Random(seed);
            if (random.nextBoolean()) {
                stores.follows().follow(FOLLOW);
            }
            if (random.nextBoolean()) {
                stores.follows().setAsks(ANN, true);
                stores.follows().follow(FOLLOW);
            }
            Schedule schedule = steps.schedule(seed);
            List<String> kinds =
                    random.ints(CALLS, 0, NAMES.size()).mapToObj(NAMES::get).toList();
            for (int i = 0; i < CALLS; i++) {
                String kind = kinds.get(i);
                schedule.start(
                        i + " " + kind, () -> requireNonNull(KINDS.get(kind)).accept(watched));
            }
            Schedule.Outcome outcome = schedule.run();
            check(stores, kinds.contains("import"), outcome);
        });
    }

    private static void check(MemoryStores stores, boolean imported, Schedule.Outcome outcome) {
        boolean follows = stores.follows().follows(FOLLOW);
        String what = outcome.toString();
        if (!imported) { // it puts the two rows one after the other: an audit finds a single one
            assertThat(stores.follows().followingAfter(BOB, null, 10))
                    .as(what)
                    .isEqualTo(follows ? List.of(ANN) : List.of());
        }
        if (!stores.readers().blocked(List.of(FOLLOW)).isEmpty()) {
            assertThat(follows).as(what).isFalse();
            assertThat(stores.follows().isRequested(FOLLOW)).as(what).isFalse();
        }
        assertThat(stores.readers().unfollows(BOB).values().stream().map(FollowChange::work))
                .as(what)
                .isSubsetOf(Stores.openRows(stores, work -> true).stream()
                        .map(OutboxRow::work)
                        .toList());
    }
}
