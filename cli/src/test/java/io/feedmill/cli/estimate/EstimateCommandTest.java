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
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --session 0 | --session must be 1 to 1000.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --listening 1.1 | --listening must be 0 to 1.",
                "--users 10 --follows 2,5 --posts-per-day 1 --pages-per-day 1 --heads -1 | --heads must be 0 to 1000000.",
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
                .isCloseTo(86_400 * (28 + 2 * (1 / 3.0 + 0.5)), withinPercentage(0.01));
        assertThat(estimate.at("/rates/writeUnits/peak").asDouble())
                .isCloseTo(3 * 28 + 2 * (1 / 3.0 + 0.5), withinPercentage(0.01));
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

    /** The least author has about 20 followers: ln(1,000 / 20) of ln(500,000 / 20) are 39 % of all follows. */
    @Test
    void authorsOnReadSaveWrites() {
        JsonNode pushed = json(MILLION + "--on-read-from 0 ");
        JsonNode onRead = json(MILLION + "--heads 512 ");
        assertThat(pushed.at("/rates/deliveries/perDay").asDouble()).isCloseTo(2e8, withinPercentage(0.1));
        assertThat(onRead.at("/rates/deliveries/perDay").asDouble()).isCloseTo(0.39 * 2e8, withinPercentage(1));
        assertThat(onRead.at("/times/largestPost").asDouble()).isEqualTo(999);
    }

    /** With two APIs the three pages of a session have 1, 1/2 and 1/4 reads of 200 follows, 4 units. */
    @Test
    void pagesBesideAuthorsOnReadReadFollows() {
        JsonNode pushed = json(MILLION + "--on-read-from 0 ");
        assertThat(part(json(MILLION), "home pages", "readUnits"))
                .isCloseTo(
                        part(pushed, "home pages", "readUnits") + 2e7 * 4 * (1 + 0.5 + 0.25) / 3,
                        withinPercentage(0.01));
        assertThat(part(json(MILLION + "--session 1000 --apis 1 "), "home pages", "readUnits"))
                .isCloseTo(part(pushed, "home pages", "readUnits") + 2e7 * 4 / 1_000, withinPercentage(0.01));
    }

    private static double part(JsonNode estimate, String part, String figure) {
        return estimate.get("parts")
                .valueStream()
                .filter(each -> each.get("part").asString().equals(part))
                .mapToDouble(each -> each.get(figure).asDouble())
                .sum();
    }

    /**
     * Both APIs read each of them after its post of the day, for all are asked for more often; and the largest ones five times more, each second until the
     * change is settled.
     */
    @Test
    void anApiReadsAHeadAfterAChangeUntilItIsSettled() {
        JsonNode estimate = json(MILLION + "--heads 512 ");
        double authors = estimate.at("/limits/8/need").asDouble();
        assertThat(authors).isBetween(19_000.0, 20_000.0);
        assertThat(part(estimate, "heads of authors on read", "number")).isBetween(2 * authors, 2 * 6 * authors);
        JsonNode largest = json(MILLION + "--heads 512 --on-read-from 200000 ");
        double few = largest.at("/limits/8/need").asDouble();
        assertThat(part(largest, "heads of authors on read", "number")).isCloseTo(2 * 6 * few, withinPercentage(5));
    }

    @Test
    void aPageReadsEachHeadThatMemoryLacks() {
        double saved = json(MILLION + "--on-read-from 0 ")
                        .at("/rates/deliveries/perDay")
                        .asDouble()
                - json(MILLION).at("/rates/deliveries/perDay").asDouble();
        double followed = saved / 1e6;
        assertThat(part(json(MILLION + "--heads 0 "), "heads of authors on read", "number"))
                .isCloseTo(2e7 * followed, withinPercentage(0.1));
        assertThat(run(0, MILLION)).contains("Above the ceiling of heads of an API: change feedmill.pages.heads or");
    }

    /** Of 600,000 authors with a thousand followers or more the list has the first 100,000. */
    @Test
    void aFullListLeavesAuthorsWhoArePushed() {
        JsonNode full = json(network(1e8));
        JsonNode listed = json(network(1e8) + "--on-read-from 10000 ");
        assertThat(full.at("/times/largestPost").asDouble()).isEqualTo(5e7);
        assertThat(listed.at("/times/largestPost").asDouble()).isEqualTo(9_999);
        assertThat(full.at("/rates/deliveries/perDay").asDouble())
                .isGreaterThan(1.5 * listed.at("/rates/deliveries/perDay").asDouble());
    }

    private static String network(double users) {
        return "--users %1$.0f --follows 100,%2$.0f --posts-per-day %1$.0f --pages-per-day %3$.0f "
                .formatted(users, users / 2, 20 * users);
    }

    /** docs/capacity.md: with the memory and threshold for so many users. The last column is what a month cost when APIs read 50 rows a second of each author. */
    @ParameterizedTest
    @CsvSource({
        "1e6, '', 3284",
        "1e7, '', 32533",
        "1e7, '--heads 512 ', 32533",
        "1e7, '--on-read-from 7000 ', 32533",
        "1e8, '--heads 512 --on-read-from 10000 ', 507611",
        "1e8, '--on-read-from 70000 ', 507611"
    })
    void onReadCostsLessThanToPushAllAndThanBefore(double users, String options, double before) {
        assertThat(dollars(network(users) + options))
                .isLessThan(dollars(network(users) + "--on-read-from 0 "))
                .isLessThan(before);
    }

    private static double dollars(String words) {
        return json(words).at("/onDemand/sum").asDouble();
    }

    @ParameterizedTest
    @CsvSource({
        "1e6, ''",
        "1e7, '--heads 512 '",
        "1e7, '--on-read-from 7000 '",
        "1e8, '--heads 512 --on-read-from 10000 '",
        "1e8, '--on-read-from 70000 '"
    })
    void theListAndMemoryHaveRoomWithTheDocumentedSettings(double users, String options) {
        assertThat(run(0, network(users) + options))
                .doesNotContain("Above the ceiling of heads", "Above the ceiling of authors");
    }

    @Test
    void withTheDefault100MillionUsersCostMoreThanAPushToAll() {
        assertThat(dollars(network(1e8))).isGreaterThan(dollars(network(1e8) + "--on-read-from 0 "));
        assertThat(run(0, network(1e8))).contains("Above the ceiling of heads", "Above the ceiling of authors");
    }

    /** Its pages read follows, 1.2 units with two APIs: more than the deliveries that it saves. */
    @Test
    void whereManyReadAndFewPostToPushAllIsCheaper() {
        String quiet = "--users 1000000 --follows 100,500000 --posts-per-day 50000 --pages-per-day 2e7 ";
        assertThat(dollars(quiet + "--on-read-from 0 ")).isLessThan(dollars(quiet));
    }

    /** docs/feeds.md says 2,040 read units an hour without events: this page has 2 instead of 5. 7,500 at peak need 8 APIs. */
    @Test
    void aListenerWithoutEventsIsLookedAtEach5Seconds() {
        JsonNode estimate = json("--users 10000 --follows 10,10 --posts-per-day 0 --pages-per-day 0 --listening 0.25 ");
        assertThat(part(estimate, "live feeds", "readUnits"))
                .isCloseTo(2_500 * 24 * (2_040 - 120 * 3), withinPercentage(0.01));
        assertThat(estimate.get("apis").asInt()).isEqualTo(8);
    }

    /** A post a second to each: 3,600 looks of two units, and a page of 5 for each event and 30 s. */
    @Test
    void aListenerWithEventsIsLookedAtEachSecond() {
        String busy = "--users 11 --follows 10,10 --posts-per-day 95040 --pages-per-day 0 --listening 1 ";
        assertThat(part(json(busy), "live feeds", "readUnits"))
                .isCloseTo(11 * 24 * (3_600 * 2 + (120 + 3_600) * 5), withinPercentage(0.01));
    }

    /** The home feed has more than 100 posts of each author. */
    @Test
    void aFollowAndItsEndWriteTheNewestPosts() {
        assertThat(part(json(ELEVEN + "--follows-per-day 86400 "), "follows and their ends", "writeUnits"))
                .isCloseTo(86_400 * (117 + 114), withinPercentage(0.01));
    }

    @Test
    void commitmentsDiscountUnits() {
        JsonNode estimate = json(MILLION);
        assertThat(estimate.at("/discounts/savingsPlan").asDouble())
                .isCloseTo(discounted(estimate.get("onDemand"), 0.18), withinPercentage(0.01));
        assertThat(estimate.at("/discounts/reservedOneYear").asDouble())
                .isCloseTo(discounted(estimate.get("provisioned"), 0.54), withinPercentage(0.01));
        assertThat(estimate.at("/discounts/reservedThreeYears").asDouble())
                .isCloseTo(discounted(estimate.get("provisioned"), 0.77), withinPercentage(0.01));
    }

    private static double discounted(JsonNode month, double discount) {
        return month.get("sum").asDouble()
                - discount
                        * (month.get("writes").asDouble() + month.get("reads").asDouble());
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
        JsonNode equally = json(MILLION + "--on-read-from 0 ");
        assertThat(json(MILLION + "--on-read-from 0 --posters followers ")
                        .at("/rates/deliveries/perDay")
                        .asDouble())
                .isGreaterThan(10 * equally.at("/rates/deliveries/perDay").asDouble());
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
        assertThat(run(0, MILLION + "--on-read-from 100000"))
                .contains("1,000,000 users with 200 followers on average, 500,000 at most; all post as often.")
                .containsPattern("\\n10,000 +10,049 +372 +0\\.006327")
                .containsPattern("\\n500,000, on read +15\\.5 +2 ")
                .contains("Above the ceiling of a new table, writes")
                .containsPattern("A month costs [0-9,]+ dollars with a savings plan, ");
    }
}
