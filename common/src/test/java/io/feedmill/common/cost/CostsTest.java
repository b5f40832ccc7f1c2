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
    private static final Costs COSTS = new Costs(RowSizes.USUAL);

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
        assertThat(COSTS.retraction(10).total()).isEqualTo(new Units(38, 10));
        assertThat(COSTS.page(1_000, 0, 200).total()).isEqualTo(new Units(0, 5));
        assertThat(Costs.view().total().write()).isEqualTo(6);
        assertThat(Costs.reaction().total().write()).isEqualTo(4);
    }

    /** 1,001 rows are 17 units to be planned, 1,000 again when they are written. */
    @Test
    void aSliceReadsItsFollowersTwice() {
        double slices = 10;
        assertThat(COSTS.post(slices * Costs.SLICE).total().read()).isEqualTo(1 + slices * (17 + 1 + 2 + 17) + 1);
    }

    @Test
    void aPageReadsAFewAuthorsOnReadOneByOneAndElseAllFollows() {
        Units plain = COSTS.page(1_000, 0, 200).total();
        assertThat(COSTS.page(1_000, 5, 200).total().read()).isEqualTo(plain.read() + 5);
        assertThat(COSTS.page(1_000, 11, 200).total().read()).isEqualTo(plain.read() + 4);
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

    @Test
    void aPostOnReadCostsTheSameWhateverItsFollowers() {
        assertThat(Costs.postOnRead().total()).isEqualTo(new Units(18, 1));
    }

    @Test
    void tablesAreThoseOfTheSchema() {
        assertThat(Stream.of(
                                COSTS.post(10_000),
                                COSTS.edit(1),
                                COSTS.retraction(1),
                                Costs.view(),
                                Costs.reaction(),
                                COSTS.page(1, 1, 1),
                                COSTS.newest(),
                                COSTS.gap(1),
                                Costs.seen(),
                                Costs.passedOver(1),
                                COSTS.idleApi(1),
                                Costs.idleWorker(),
                                Costs.idleWorkers())
                        .flatMap(cost -> cost.tables().keySet().stream()))
                .isSubsetOf(
                        CommonConfiguration.tables().stream().map(Table::suffix).toList());
    }

    /** docs/operations.md says these prices of a month. */
    @Test
    void idleProcessesCostWhatIsDocumented() {
        assertThat(month(COSTS.idleApi(0))).isCloseTo(1.36 + 0.20 + 0.03, within(0.01));
        assertThat(month(Costs.idleWorkers().plus(Costs.idleWorker())))
                .isCloseTo(5.26 + 0.03 + 0.03 + 0.42 + 0.14, within(0.02));
    }

    private static double month(Cost perSecond) {
        Units price = Prices.onDemandMonth(perSecond.total());
        return price.write() + price.read() + Prices.queueMonth(perSecond.queueRequests());
    }
}
