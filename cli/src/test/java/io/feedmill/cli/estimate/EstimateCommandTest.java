package io.feedmill.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.feedmill.cli.FeedmillCli;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EstimateCommandTest {
    private static final String MILLION =
            "--users 1000000 --follows 200,500000 --posts-per-day 1e6 --pages-per-day 2e7 ";
    private static final String ELEVEN = "--users 11 --follows 10,10 --posts-per-day 86400 --pages-per-day 0 ";

    private static String run(int exitCode, String words) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        String[] line = Stream.of(("estimate " + words).strip().split(" ", -1)).toArray(String[]::new);
        assertThat(FeedmillCli.commands().setOut(writer).setErr(writer).execute(line))
                .isEqualTo(exitCode);
        return text.toString();
    }

    private static JsonNode json(String words) {
        return JsonMapper.shared().readTree(run(0, words + "--json"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--users 0 --follows 2,5 --posts-per-day 1 --pages-per-day 1 | --users must be 1 to",
                "--users NaN --follows 2,5 --posts-per-day 1 --pages-per-day 1 | --users must be 1 to",
                "--users 10 --follows 6,5 --posts-per-day 1 --pages-per-day 1 | --follows must be a file, or a mean",
                "--users 10 --follows NaN,5 --posts-per-day 1 --pages-per-day 1 | --follows must be a file, or a mean",
                "--users 10 --follows 2,x --posts-per-day 1 --pages-per-day 1 | --follows must be a file, or a mean",
                "--users 10 --follows 2,10 --posts-per-day 1 --pages-per-day 1 | The largest author has 10 followers: --users must be more.",
                "--users 10 --follows absent --posts-per-day 1 --pages-per-day 1 | --follows: absent cannot be read.",
                "--users 10 --follows 2,5 --posts-per-day -1 --pages-per-day 1 | Numbers a day must be",
                "--users 10 --follows 2,5 --posts-per-day NaN --pages-per-day 1 | Numbers a day must be",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --peak 0.5 | --peak must be 1 to 1000.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --text 0 | --text must be 1 to 750.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --id 65 | --id must be 1 to 64.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --workers 0 | --workers must be at least 1.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --dormant 60 | --dormant must be 0 to 0.99.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --returns-per-day 1 | --returns-per-day needs",
                "--users 10 --follows 2,5 --posts-per-day 1 | Missing required option",
            })
    void anImpossibleFigureIsOneSentence(String words, String sentence) {
        assertThat(run(2, words)).startsWith(sentence).hasLineCount(1);
    }

    @Test
    void aFileIsCountedAndSaysWhatItIgnores(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("follows"), "4\n# a comment\n\nann bob 3\ncid bob\ndan ann\nbob bob\n");
        assertThat(run(0, "--users 400 --posts-per-day 1 --pages-per-day 1 --follows " + file))
                .startsWith(file + ": ignored: comment 1, header 1, self 1, weight 1\n")
                .contains("400 users with 0.8 followers on average, 2 at most;");
    }

    /** 28 write units a post, a post a second, and idle processes. */
    @Test
    void aDayIsTheSumOfItsPosts() {
        JsonNode estimate = json(ELEVEN);
        assertThat(estimate.at("/rates/deliveries/perDay").asDouble()).isCloseTo(864_000, withinPercentage(0.01));
        assertThat(estimate.at("/rates/writeUnits/perDay").asDouble())
                .isCloseTo(86_400 * (28 + 2 * 0.6), withinPercentage(0.01));
        assertThat(estimate.at("/rates/writeUnits/peak").asDouble())
                .isCloseTo(3 * 28 + 2 * 0.6, withinPercentage(0.01));
    }

    @Test
    void moreWorkersCostTheirPolls() {
        double two = json(ELEVEN).at("/rates/queueRequests/perDay").asDouble();
        assertThat(json(ELEVEN + "--workers 3 ")
                                .at("/rates/queueRequests/perDay")
                                .asDouble()
                        - two)
                .isCloseTo(0.53 * 86_400, withinPercentage(0.01));
    }

    @Test
    void authorsOnReadCostReadsInsteadOfWrites() {
        JsonNode pushed = json(MILLION + "--on-read-from 0 ");
        JsonNode onRead = json(MILLION);
        assertThat(pushed.at("/rates/deliveries/perDay").asDouble()).isCloseTo(2e8, withinPercentage(0.1));
        assertThat(onRead.at("/rates/deliveries/perDay").asDouble()).isBetween(1.5e8, 1.8e8);
        assertThat(onRead.at("/rates/readUnits/perDay").asDouble())
                .isGreaterThan(pushed.at("/rates/readUnits/perDay").asDouble() + 4 * 2e7);
        assertThat(onRead.at("/times/largestPost").asDouble()).isEqualTo(99_999);
    }

    /** Of 200 million writes more than half fall away, and each costs a read of half a unit. */
    @Test
    void dormantReadersCostReadsInsteadOfWrites() {
        JsonNode pushed = json(MILLION + "--on-read-from 0 ");
        JsonNode dormant = json(MILLION + "--on-read-from 0 --dormant 0.6 --returns-per-day 10000 ");
        assertThat(dormant.at("/rates/deliveries/perDay").asDouble()).isCloseTo(8e7, withinPercentage(0.1));
        assertThat(dormant.at("/rates/writeUnits/perDay").asDouble())
                .isCloseTo(pushed.at("/rates/writeUnits/perDay").asDouble() - 1.2e8 - 1.2e6, withinPercentage(0.1));
        assertThat(dormant.at("/rates/readUnits/perDay").asDouble())
                .isCloseTo(
                        pushed.at("/rates/readUnits/perDay").asDouble() + 6e7 + 1e4 * (4 + 201), withinPercentage(0.1));
        assertThat(dormant.at("/withoutDormant/onDemand/sum").asDouble())
                .isEqualTo(pushed.at("/onDemand/sum").asDouble());
        assertThat(run(0, MILLION + "--dormant 0.6")).contains("If slices passed over no reader, a month would cost");
    }

    /** An author with half a million followers posts far more often than one with two. */
    @Test
    void postersInProportionToFollowersDeliverMore() {
        assertThat(json(MILLION + "--posters followers ")
                        .at("/rates/deliveries/perDay")
                        .asDouble())
                .isGreaterThan(10 * json(MILLION).at("/rates/deliveries/perDay").asDouble());
    }

    @Test
    void provisionedWritesCostAThirdLessThanHalf() {
        JsonNode estimate = json(MILLION);
        assertThat(estimate.at("/provisioned/writes").asDouble())
                .isCloseTo(estimate.at("/onDemand/writes").asDouble() * 0.4127, withinPercentage(0.1));
    }

    @Test
    void aBacklogGrowsWithTooFewWorkers() {
        String busy = "--users 1000000 --follows 200,500000 --posts-per-day 3e8 --pages-per-day 0 ";
        assertThat(json(busy).at("/times/drainMinutes").asDouble()).isPositive();
        assertThat(run(0, busy + "--workers 1")).contains("The workers are fewer than the mean load needs");
    }

    @Test
    void aPersonReadsLines() {
        assertThat(run(0, MILLION))
                .contains("1,000,000 users with 200 followers on average, 500,000 at most; all post as often.")
                .containsPattern("\\n10,000 +10,049 +372 +0\\.006327")
                .containsPattern("\\n500,000, on read +18 +1 ")
                .contains("Above the ceiling of a new table, writes");
    }
}
