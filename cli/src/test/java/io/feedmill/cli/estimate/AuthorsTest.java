package io.feedmill.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.feedmill.cli.estimate.Authors.Group;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthorsTest {
    @ParameterizedTest
    @CsvSource({"1000000, 200, 500000", "1000, 0.5, 999", "100000000, 100, 50000000", "1000, 900, 999"})
    void theDistributionHasItsMeanAndItsLargest(double users, double mean, double largest) {
        Authors authors = Authors.pareto(users, mean, largest);
        assertThat(authors.users()).isCloseTo(users, withinPercentage(0.001));
        assertThat(authors.mean()).isCloseTo(mean, withinPercentage(0.1));
        assertThat(authors.groups().getLast().followers()).isBetween(0.95 * largest, largest);
    }

    @Test
    void tenTimesTheFollowersAreATenthOfTheAuthors() {
        Authors authors = Authors.pareto(1e8, 100, 5e7);
        assertThat(atLeast(authors, 1_000) / atLeast(authors, 10_000)).isCloseTo(10, within(0.6));
    }

    private static double atLeast(Authors authors, double followers) {
        return authors.groups().stream()
                .filter(group -> group.followers() >= followers)
                .mapToDouble(Group::authors)
                .sum();
    }

    @Test
    void aMeanThatIsTheLargestIsTheSameForAll() {
        assertThat(Authors.pareto(11, 10, 10).groups()).containsExactly(new Group(11, 10));
    }

    @Test
    void usersAreGroupedByTheirFollowersAndStandForAllUsers() {
        Authors authors = Authors.of(List.of(0, 2, 1, 0)).scaledTo(40);
        assertThat(authors.groups()).containsExactlyInAnyOrder(new Group(20, 0), new Group(10, 1), new Group(10, 2));
        assertThat(authors.largest()).isEqualTo(2);
    }
}
