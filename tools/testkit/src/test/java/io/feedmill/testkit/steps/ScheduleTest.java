package io.feedmill.testkit.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    /** A sender whose calls are steps. */
    private interface Sender {
        void send(String message);
    }

    private final Steps steps = new Steps();
    private final List<String> calls = new ArrayList<>();
    private final Sender sender = steps.watch(Sender.class, calls::add);

    private Runnable calling(String... messages) {
        return () -> List.of(messages).forEach(sender::send);
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
                sender.send("a");
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
            sender.send("a");
            schedule.start("second", calling("b"));
        });
        schedule.run();
        assertThat(calls).containsExactly("a", "b");
    }

    @Test
    void aFailureNamesTheSeedAndTheTrace() {
        Schedule schedule = steps.schedule(42).start("bad", () -> {
            sender.send("a");
            throw new IllegalStateException("wrong");
        });
        assertThatThrownBy(schedule::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 42")
                .hasMessageContaining("bad: Sender.send[a]")
                .hasRootCauseMessage("wrong");
    }
}
