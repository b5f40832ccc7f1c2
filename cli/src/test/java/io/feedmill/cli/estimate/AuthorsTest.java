package io.feedmill.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.estimate.Authors.Group;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void aFileIsCountedAndStandsForAllUsers(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("follows.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("4\n# a comment\n\nann bob\ncid bob\ndan ann\n".getBytes(StandardCharsets.UTF_8));
        }
        Authors authors = FollowsReader.read(file).scaledTo(40);
        assertThat(authors.groups()).containsExactlyInAnyOrder(new Group(20, 0), new Group(10, 1), new Group(10, 2));
        assertThat(authors.largest()).isEqualTo(2);
    }

    @Test
    void aLineThatIsNoFollowIsNamed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("follows"), "ann bob\nann bob cid\n");
        assertThatThrownBy(() -> FollowsReader.read(file))
                .isInstanceOf(CommandException.class)
                .hasMessage("Line 2 of %s is no follow.", file);
    }
}
