package io.feedmill.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.plan.FaultEvent.ProxyFaults;
import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.chaos.rig.Side;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final FaultSchedule PLAN = FaultSchedule.of(settings(1, LENGTH));

    @Test
    void theSameSeedHasTheSameEventsAndAnotherOneOthers() {
        assertThat(FaultSchedule.of(settings(1, LENGTH)).events()).isEqualTo(PLAN.events());
        assertThat(FaultSchedule.of(settings(2, LENGTH)).events()).isNotEqualTo(PLAN.events());
    }

    @Test
    void fiveMinutesHaveEveryDisturbanceKillAndPoison() {
        assertThat(faults(Side.STORE)).extracting(ProxyFaults::rules).hasSizeGreaterThan(20);
        assertThat(Stream.of(FaultEvent.WorkerKill.class, FaultEvent.ApiKill.class, FaultEvent.ApiKillBeforeSend.class))
                .allSatisfy(kind -> assertThat(PLAN.events()).hasAtLeastOneElementOfType(kind));
        assertThat(poison()).extracting(Poison::kind).contains(Poison.Kind.values());
    }

    @Test
    void aSideHasOneProfileAtATime() {
        for (Side side : Side.values()) {
            List<ProxyFaults> faults = faults(side);
            assertThat(IntStream.range(1, faults.size()))
                    .allSatisfy(i -> assertThat(faults.get(i).at()).isGreaterThan(end(faults.get(i - 1))));
        }
    }

    @Test
    void nothingOutlastsTheRun() {
        assertThat(PLAN.events()).extracting(FaultEvent::at).isSorted().allMatch(at -> at.compareTo(LENGTH) < 0);
        assertThat(faults()).extracting(FaultScheduleTest::end).allMatch(end -> end.compareTo(LENGTH) <= 0);
    }

    @Test
    void outagesLastTenSeconds() {
        assertThat(faults().filter(fault -> fault.kind().equals("outage")))
                .isNotEmpty()
                .filteredOn(fault -> !end(fault).equals(LENGTH))
                .extracting(ProxyFaults::lasts)
                .containsOnly(Duration.ofSeconds(10));
    }

    @Test
    void onlyExistingWorkersAreKilled() {
        assertThat(PLAN.events())
                .filteredOn(FaultEvent.WorkerKill.class::isInstance)
                .map(event -> ((FaultEvent.WorkerKill) event).worker())
                .containsOnly(0, 1, 2);
    }

    @Test
    void noTwoPoisonsHaveTheSameText() {
        assertThat(poison()).extracting(Poison::text).doesNotHaveDuplicates();
    }

    @Test
    void shortRunsOfAnySeedKillAWorkerAndTheApiBeforeASend() {
        assertThat(LongStream.range(0, 50).mapToObj(seed -> FaultSchedule.of(settings(seed, Duration.ofSeconds(15)))))
                .allSatisfy(plan -> assertThat(plan.events())
                        .hasAtLeastOneElementOfType(FaultEvent.WorkerKill.class)
                        .hasAtLeastOneElementOfType(FaultEvent.ApiKillBeforeSend.class)
                        .hasAtLeastOneElementOfType(FaultEvent.PoisonMessage.class));
    }

    /** Settings with the command's defaults. */
    private static Settings settings(long seed, Duration length) {
        return new Settings(seed, length, 3);
    }

    private static Collection<Poison> poison() {
        return PLAN.events().stream()
                .filter(FaultEvent.PoisonMessage.class::isInstance)
                .map(event -> ((FaultEvent.PoisonMessage) event).poison())
                .toList();
    }

    private static List<ProxyFaults> faults(Side side) {
        return faults().filter(fault -> fault.side() == side).toList();
    }

    private static Stream<ProxyFaults> faults() {
        return PLAN.events().stream().filter(ProxyFaults.class::isInstance).map(ProxyFaults.class::cast);
    }

    private static Duration end(ProxyFaults fault) {
        return fault.at().plus(fault.lasts());
    }
}
