package io.feedmill.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.rig.Side;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChaosPlanTest {

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final ChaosPlan PLAN = ChaosPlan.of(ChaosSettings.of(1, LENGTH));

    @Test
    void theSameSeedHasTheSameEvents() {
        assertThat(ChaosPlan.of(ChaosSettings.of(1, LENGTH)).events()).isEqualTo(PLAN.events());
    }

    @Test
    void theSameSeedHasTheSameGraphAuthorsAndComings() {
        Cast cast = ChaosPlan.of(ChaosSettings.of(1, LENGTH)).cast();
        assertThat(cast.comings()).isEqualTo(PLAN.cast().comings());
        assertThat(authors(cast)).isEqualTo(authors(PLAN.cast()));
        assertThat(cast.graph().follows()).isEqualTo(PLAN.cast().graph().follows());
    }

    @Test
    void anotherSeedHasOthers() {
        ChaosPlan other = ChaosPlan.of(ChaosSettings.of(2, LENGTH));
        assertThat(other.events()).isNotEqualTo(PLAN.events());
        assertThat(authors(other.cast())).isNotEqualTo(authors(PLAN.cast()));
        assertThat(other.cast().comings()).isNotEqualTo(PLAN.cast().comings());
    }

    @Test
    void fiveMinutesHaveEveryDisturbanceKillAndPoison() {
        assertThat(storms(Side.STORE)).extracting(Event.Storm::rules).hasSizeGreaterThan(20);
        assertThat(Stream.of(Event.WorkerKilled.class, Event.ApiKilled.class, Event.ApiKilledBeforeSend.class))
                .allSatisfy(kind -> assertThat(PLAN.events()).hasAtLeastOneElementOfType(kind));
        assertThat(poison()).extracting(Poison::kind).contains(Poison.Kind.values());
    }

    @Test
    void aSideHasOneStormAtATime() {
        for (Side side : Side.values()) {
            List<Event.Storm> storms = storms(side);
            assertThat(IntStream.range(1, storms.size()))
                    .allSatisfy(i -> assertThat(storms.get(i).at()).isGreaterThan(end(storms.get(i - 1))));
        }
    }

    @Test
    void nothingOutlastsTheRun() {
        assertThat(PLAN.events()).extracting(Event::at).isSorted().allMatch(at -> at.compareTo(LENGTH) < 0);
        assertThat(storms()).extracting(ChaosPlanTest::end).allMatch(end -> end.compareTo(LENGTH) <= 0);
    }

    @Test
    void outagesLastTenSeconds() {
        assertThat(storms().filter(storm -> storm.what().equals("outage")))
                .isNotEmpty()
                .filteredOn(storm -> !end(storm).equals(LENGTH))
                .extracting(Event.Storm::lasts)
                .containsOnly(Duration.ofSeconds(10));
    }

    @Test
    void onlyWorkersThatAreThereAreKilled() {
        assertThat(PLAN.events())
                .filteredOn(Event.WorkerKilled.class::isInstance)
                .map(event -> ((Event.WorkerKilled) event).worker())
                .containsOnly(0, 1, 2);
    }

    @Test
    void noTwoPoisonsHaveTheSameText() {
        assertThat(poison()).extracting(Poison::text).doesNotHaveDuplicates();
    }

    @Test
    void everyComingAlternatesFromWhatTheGraphSays() {
        assertThat(PLAN.cast().comings()).hasSizeGreaterThan(100).allSatisfy(ChaosPlanTest::alternates);
        assertThat(PLAN.cast().comings()).extracting(Coming::initially).contains(true, false);
        assertThat(PLAN.cast().comings()).extracting(Coming::relation).doesNotHaveDuplicates();
    }

    @Test
    void shortRunsOfAnySeedKillAWorkerAndTheApiBeforeASend() {
        assertThat(LongStream.range(0, 50)
                        .mapToObj(seed -> ChaosPlan.of(ChaosSettings.of(seed, Duration.ofSeconds(15)))))
                .allSatisfy(plan -> assertThat(plan.events())
                        .hasAtLeastOneElementOfType(Event.WorkerKilled.class)
                        .hasAtLeastOneElementOfType(Event.ApiKilledBeforeSend.class)
                        .hasAtLeastOneElementOfType(Event.Poisoned.class));
    }

    private static void alternates(Coming coming) {
        var graph = PLAN.cast().graph();
        int author = graph.user(coming.relation().author());
        assertThat(graph.followedBy(graph.user(coming.relation().user())).anyMatch(each -> each == author))
                .isEqualTo(coming.initially());
        boolean follows = coming.initially();
        for (Flip flip : coming.flips()) {
            assertThat(flip.follows()).isNotEqualTo(follows);
            follows = flip.follows();
        }
        assertThat(coming.flips()).isSortedAccordingTo(Comparator.comparing(Flip::at));
    }

    private static List<String> authors(Cast cast) {
        return IntStream.range(0, 100).mapToObj(cast::author).toList();
    }

    private static Collection<Poison> poison() {
        return PLAN.events().stream()
                .filter(Event.Poisoned.class::isInstance)
                .map(event -> ((Event.Poisoned) event).poison())
                .toList();
    }

    private static List<Event.Storm> storms(Side side) {
        return storms().filter(storm -> storm.side() == side).toList();
    }

    private static Stream<Event.Storm> storms() {
        return PLAN.events().stream().filter(Event.Storm.class::isInstance).map(Event.Storm.class::cast);
    }

    private static Duration end(Event.Storm storm) {
        return storm.at().plus(storm.lasts());
    }
}
