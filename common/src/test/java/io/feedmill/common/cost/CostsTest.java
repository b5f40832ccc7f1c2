package io.feedmill.common.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.cost.Cost.Units;
import io.feedmill.common.dynamo.Table;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of docs/capacity.md and docs/feeds.md, which were measured. */
class CostsTest {
    private static final Costs COSTS = new Costs(new RowSizes(12, 140));

    @ParameterizedTest
    @CsvSource({"0, 18", "10, 28", "1_000, 1_018", "1_001, 1_026", "10_000, 10_049"})
    void aPostCostsItsTransactionsADeliveryForEachFollowerAndItsSlices(String followers, String units) {
        assertThat(COSTS.post(number(followers)).total().write()).isEqualTo(number(units));
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("_", ""));
    }

    @Test
    void callsCostWhatIsDocumented() {
        assertThat(COSTS.post(10).total()).isEqualTo(new Units(28, 5));
        assertThat(COSTS.edit(10).total()).isEqualTo(new Units(28, 9));
        assertThat(COSTS.retraction(10).total()).isEqualTo(new Units(41, 10));
        assertThat(COSTS.page(1_000, 200, 0).total()).isEqualTo(new Units(0, 5));
        assertThat(COSTS.follow(10, 10).total()).isEqualTo(new Units(25 + 2 + 22 + 2, 7 + 10.5));
        assertThat(Costs.view().total().write()).isEqualTo(6);
        assertThat(Costs.reaction().total().write()).isEqualTo(4);
    }

    /** 1,001 rows are 17 units to be planned, 1,000 again when they are written. */
    @Test
    void aSliceReadsItsFollowersTwice() {
        double slices = 10;
        assertThat(COSTS.post(slices * Costs.SLICE).total().read()).isEqualTo(1 + slices * (17 + 1 + 2 + 17) + 1);
    }

    /** 200 rows of 69 bytes are 4 units. */
    @Test
    void aShareOfThePagesReadsAllFollows() {
        assertThat(COSTS.page(1_000, 200, 0.5).total().read())
                .isEqualTo(COSTS.page(1_000, 200, 0).total().read() + 2);
    }

    @Test
    void aDormantReaderCostsHalfAReadInsteadOfARow() {
        assertThat(COSTS.post(1_000).plus(Costs.passedOver(600)).total())
                .isEqualTo(new Units(418, COSTS.post(1_000).total().read() + 300));
    }

    @Test
    void aReturnReadsTheFollowsAndEachFeed() {
        assertThat(COSTS.gap(500).total()).isEqualTo(new Units(0, 9 + 501));
        assertThat(Costs.seen().total()).isEqualTo(new Units(1, 0));
    }

    /** Seven writes of two units, and the deletions of the notice. */
    @Test
    void aPostOnReadIsOneTransactionWithoutAMessage() {
        assertThat(Costs.postOnRead().total()).isEqualTo(new Units(7 * 2 + 1.5, 0));
        assertThat(Costs.postOnRead().queueRequests()).isZero();
    }

    @Test
    void changesOfPostsOnReadHaveANotice() {
        assertThat(Costs.editOnRead().total()).isEqualTo(new Units(8 + 2 + 1.5, 3));
        assertThat(COSTS.retractionOnRead().total().write())
                .isEqualTo(COSTS.retraction(0).total().write() + 2 + 1.5);
    }

    /** docs/capacity.md says these numbers of followers: with one less a post is cheaper if it is delivered. */
    @ParameterizedTest
    @CsvSource({"24, 0", "50, 5", "100, 15", "150, 25"})
    void fromTheseFollowersAPostIsCheaperOnReadIfMemoryHasItsAuthor(int apis, double followers) {
        double onRead = price(Costs.postOnRead().plus(COSTS.head().times(apis)));
        assertThat(onRead).isLessThan(price(COSTS.post(followers)));
        assertThat(onRead).isGreaterThan(followers == 0 ? 0 : price(COSTS.post(followers - 1)));
    }

    private static double price(Cost cost) {
        Units price = Prices.onDemand(cost.total());
        return price.write() + price.read() + cost.queueRequests() * 0.40 / 1e6;
    }

    /** 20 pages are 20 units, of which five cost as much as a write unit. */
    @Test
    void aHeadThatMemoryLacksCostsAFollowerOf20PagesAsMuchAs4Deliveries() {
        assertThat(price(COSTS.head().times(20))).isCloseTo(price(Cost.write("homes", 4)), within(1e-12));
    }

    @Test
    void aPollReadsAllNotices() {
        double alive = 1_000 * 15 / 4.0;
        assertThat(Costs.idleApi(1_000).total().read())
                .isCloseTo(Costs.idleApi(0).total().read() + 4 * (Math.ceil(alive * 100 / 4_096) - 1), within(1e-9));
    }

    @Test
    void tablesAreThoseOfTheSchema() {
        assertThat(Stream.of(
                                COSTS.post(10_000),
                                COSTS.edit(1),
                                COSTS.retraction(1),
                                Costs.view(),
                                Costs.reaction(),
                                Costs.postOnRead(),
                                COSTS.follow(1, 1),
                                COSTS.page(1, 1, 1),
                                Costs.look(),
                                COSTS.head(),
                                COSTS.gap(1),
                                Costs.seen(),
                                Costs.passedOver(1),
                                Costs.idleApi(1),
                                Costs.idleWorker(1),
                                Costs.idleWorkers(1))
                        .flatMap(cost -> cost.tables().keySet().stream()))
                .isSubsetOf(
                        CommonConfiguration.tables().stream().map(Table::suffix).toList());
    }

    /** docs/operations.md says these prices of a month. */
    @Test
    void idleProcessesCostWhatIsDocumented() {
        assertThat(month(Costs.idleApi(0))).isCloseTo(1.64 + 0.03, within(0.01));
        assertThat(month(Costs.idleWorkers(1).plus(Costs.idleWorker(1))))
                .isCloseTo(11.93 + 0.03 + 0.03 + 0.42 + 0.14, within(0.02));
    }

    private static double month(Cost perSecond) {
        Units price = Prices.onDemandMonth(perSecond.total());
        return price.write() + price.read() + Prices.queueMonth(perSecond.queueRequests());
    }
}
