package io.feedmill.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PowerLawTest {

    private final PowerLaw network = PowerLaw.of(1_000_000);

    @Test
    void everybodyElseFollowsTheFirst() {
        Following followers = network.followersOf(PowerLaw.FIRST);
        assertThat(followers.count()).isEqualTo(1_000_000);
        assertThat(followers.at(0)).isEqualTo(2);
        assertThat(followers.at(999_999)).isEqualTo(1_000_001);
    }

    @Test
    void theOthersFallByAPowerOfTheirRank() {
        assertThat(IntStream.of(1, 10, 100, 1_000, 1_000_000)
                        .map(user -> network.followersOf(user).count()))
                .containsExactly(1_000_000, 79_432, 6_309, 501, 0);
    }

    @Test
    void theSeedSaysWhoFollows() {
        int[] followers = network.followersOf(3).all().limit(10).toArray();
        assertThat(PowerLaw.of(1_000_000).followersOf(3).all().limit(10)).containsExactly(box(followers));
        assertThat(new PowerLaw(1_000_000, 1.1, 2)
                        .followersOf(3)
                        .all()
                        .limit(10)
                        .toArray())
                .isNotEqualTo(followers);
    }

    @Test
    void refusesALawThatDoesNotFall() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PowerLaw(10, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.of(0));
    }

    private static Integer[] box(int[] numbers) {
        return IntStream.of(numbers).boxed().toArray(Integer[]::new);
    }
}
