package io.feedmill.testkit.steps;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final AuthorCounters ZERO = new AuthorCounters(0, 0);

    private final Steps steps = new Steps();
    private final List<String> calls = new ArrayList<>();
    private final CounterStore counters = steps.watch(CounterStore.class, new CounterStore() {
        @Override
        public AuthorCounters author(UserId author) {
            calls.add(author.value());
            return ZERO;
        }

        @Override
        public PostCounters post(PostId post) {
            throw new AssertionError("not called");
        }

        @Override
        public boolean add(ReactionKey reaction) {
            throw new AssertionError("not called");
        }

        @Override
        public boolean remove(ReactionKey reaction) {
            throw new AssertionError("not called");
        }
    });

    private Runnable calling(String... authors) {
        return () -> users(authors).forEach(counters::author);
    }

    private String order(long seed) {
        calls.clear();
        steps.schedule(seed)
                .start("one", calling("a", "b"))
                .start("two", calling("x", "y"))
                .run();
        return String.join("", calls);
    }

    @Test
    void theSeedDecidesTheOrder() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(order(seed)).isEqualTo(order(seed));
        }
    }

    @Test
    void theCallerMayDecideTheOrder() {
        Schedule schedule = steps.schedule(1);
        assertThat(schedule.begin("one", calling("a", "b"))).isTrue();
        assertThat(schedule.begin("two", calling("x", "y"))).isTrue();
        assertThat(schedule.step("two")).isTrue();
        assertThat(schedule.step("one")).isTrue();
        assertThat(schedule.step("two")).isFalse();
        schedule.crash("one", false);
        assertThat(calls).containsExactly("x", "a", "y");
    }

    @Test
    void everyInterleavingOccurs() {
        Set<String> seen = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            seen.add(order(seed));
        }
        assertThat(seen).containsExactlyInAnyOrder("abxy", "axby", "axyb", "xaby", "xayb", "xyab");
    }

    @Test
    void onlyOneHandlerIsAwakeAtATime() {
        Map<String, Integer> rows = new HashMap<>();
        Runnable unsafe = () -> {
            for (int i = 0; i < 50; i++) {
                rows.merge("n", 1, Integer::sum);
                counters.author(user("a"));
            }
        };
        steps.schedule(7)
                .start("one", unsafe)
                .start("two", unsafe)
                .start("three", unsafe)
                .run();
        assertThat(rows).containsEntry("n", 150);
    }

    @Test
    void crashedHandlersLeaveAndTheOthersContinue() {
        int deaths = 0;
        for (long seed = 0; seed < 50; seed++) {
            Schedule.Outcome outcome = steps.schedule(seed)
                    .crashes(1)
                    .start("one", calling("a", "b"))
                    .start("two", calling("x", "y"))
                    .run();
            deaths += outcome.crashed().size();
            assertThat(outcome.trace()).hasSizeBetween(3, 4);
        }
        assertThat(deaths).isBetween(10, 49);
    }

    @Test
    void aHandlerMayStartAnother() {
        Schedule schedule = steps.schedule(1);
        schedule.start("first", () -> {
            counters.author(user("a"));
            schedule.start("second", calling("b"));
        });
        schedule.run();
        assertThat(calls).containsExactly("a", "b");
    }

    @Test
    void aFailureNamesTheSeedAndTheTrace() {
        Schedule schedule = steps.schedule(42).start("bad", () -> {
            counters.author(user("a"));
            throw new IllegalStateException("wrong");
        });
        assertThatThrownBy(schedule::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 42")
                .hasMessageContaining("bad: CounterStore.author[a]")
                .hasRootCauseMessage("wrong");
    }
}
