package io.feedmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Goal;
import java.io.IOException;
import java.net.InetAddress;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunTest {

    private final JsonNode json = JsonMapper.shared().readTree(Examples.run().toJson());

    @Test
    void hasMachineAndTime() {
        assertThat(json.propertyNames())
                .containsExactly("machine", "quick", "startedAt", "metrics", "scenarios", "goals");
        assertThat(json.at("/machine/cores").intValue()).isEqualTo(2);
        assertThat(json.at("/startedAt").stringValue()).isEqualTo("2026-11-22T04:13:07Z");
        assertThat(json.at("/quick").booleanValue()).isFalse();
    }

    @Test
    void hasEverySample() {
        JsonNode figures = json.at("/scenarios/0/figures/0");
        assertThat(figures.at("/primary").stringValue()).isEqualTo("deliveriesPerSecond");
        assertThat(figures.at("/contenders/1/role").stringValue()).isEqualTo("ours");
        assertThat(figures.at("/contenders/1/rounds/1/cpuMicros").doubleValue()).isEqualTo(8);
        assertThat(figures.at("/contenders/1/stats/deliveriesPerSecond/median").doubleValue())
                .isEqualTo(14_790);
        assertThat(json.at("/metrics/cpuMicros").stringValue()).isEqualTo("CPU µs a delivery");
        assertThat(json.at("/scenarios/0/notes/0").stringValue()).isEqualTo("A note.");
    }

    @Test
    void hasEachGoalWithFourKeys() {
        JsonNode goal = json.at("/goals/0");
        assertThat(json.at("/goals").valueStream().map(each -> each.at("/id").stringValue()))
                .containsExactlyElementsOf(
                        Stream.of(Goal.values()).map(Goal::id).toList());
        assertThat(goal.propertyNames()).containsExactly("id", "goal", "measured", "met");
        assertThat(goal.at("/id").stringValue()).isEqualTo("delivery-limit");
        assertThat(goal.at("/goal").stringValue()).isEqualTo("at least 0.90");
        assertThat(goal.at("/measured").doubleValue()).isEqualTo(0.9125);
        assertThat(goal.at("/met").booleanValue()).isTrue();
    }

    @Test
    void aGoalThatWasNotMeasuredIsNullAndNotMet() {
        assertThat(json.at("/goals").valueStream())
                .filteredOn(goal -> !goal.at("/id").stringValue().equals(Goal.DELIVERY_LIMIT.id()))
                .allSatisfy(goal -> assertThat(goal.at("/measured").isNull()).isTrue())
                .allSatisfy(goal -> assertThat(goal.at("/met").booleanValue()).isFalse());
    }

    @Test
    void theMachineIsNeitherNamedNorAPath() throws IOException {
        Run.Machine here = Run.Machine.here();
        assertThat(here.cores()).isPositive();
        assertThat(here.memoryMib()).isPositive();
        assertThat(here.toString() + here.line())
                .doesNotContain(
                        InetAddress.getLocalHost().getHostName(),
                        System.getProperty("user.dir"),
                        System.getProperty("java.home"));
    }
}
