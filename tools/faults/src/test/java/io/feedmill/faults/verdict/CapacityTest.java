package io.feedmill.faults.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rate;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapacityTest {
    private static final Fault TABLE_OF_TEN = new Fault.TableCapacity(Rate.of(10), ThrottlingError.ON_DEMAND);
    private static final Fault PARTITION_OF_TWO = new Fault.PartitionCapacity(Rate.of(2), ThrottlingError.PROVISIONED);

    @Test
    void aPartitionHasItsOwnUnits() {
        Judging judging = new Judging(PARTITION_OF_TWO);
        assertThat(judging.refusal(Calls.put("a"))).isEmpty();
        assertThat(judging.refusal(Calls.put("a"))).isEmpty();
        assertThat(judging.refusal(Calls.put("a"))).isEqualTo("ProvisionedThroughputExceededException");
        assertThat(judging.refusal(Calls.put("b"))).isEmpty();
        judging.clock.advance(Duration.ofMillis(500));
        assertThat(judging.refusal(Calls.put("a"))).isEmpty();
        assertThat(judging.refusal(Calls.put("a"))).isNotEmpty();
    }

    @Test
    void aRefusalSaysWhichLimitItWas() {
        Judging hot = new Judging(PARTITION_OF_TWO);
        hot.verdict(Calls.put("a"));
        hot.verdict(Calls.put("a"));
        assertThat(reason(hot.action(Calls.put("a")))).contains("TableWriteKeyRangeThroughputExceeded");
        Judging full = new Judging(TABLE_OF_TEN);
        full.verdict(Calls.batch("feeds", 10));
        assertThat(reason(full.action(Calls.put("a")))).contains("TableWriteMaxOnDemandThroughputExceeded");
    }

    private static String reason(Action action) {
        return action instanceof Action.Refuse refuse ? refuse.error().details().toString() : "";
    }

    @Test
    void ofABatchAsManyItemsAreWrittenAsThereAreUnits() {
        Judging judging = new Judging(TABLE_OF_TEN);
        judging.verdict(Calls.batch("feeds", 7));
        Verdict verdict = judging.verdict(Calls.batch("feeds", 5));
        assertThat(verdict.action())
                .isEqualTo(new Action.Forward(new Edit.WithoutItems(Set.of(3, 4)), new Ending.Deliver()));
        assertThat(verdict.units()).isEqualTo(new Verdict.Units(3, 2));
        assertThat(verdict.injected()).containsExactly(Map.entry(FaultKind.TABLE_CAPACITY, 1));
    }

    @Test
    void aBatchForWhichThereIsNothingIsThrottled() {
        Judging judging = new Judging(TABLE_OF_TEN);
        judging.verdict(Calls.batch("feeds", 10));
        Verdict verdict = judging.verdict(Calls.batch("feeds", 5));
        assertThat(verdict.action()).isInstanceOf(Action.Refuse.class);
        assertThat(verdict.units()).isEqualTo(new Verdict.Units(0, 5));
    }

    @Test
    void aTransactionCostsTwiceAndGetsAllOrNothing() {
        Judging judging = new Judging(TABLE_OF_TEN);
        assertThat(judging.verdict(Calls.transaction(3)).units()).isEqualTo(new Verdict.Units(6, 0));
        Verdict refused = judging.verdict(Calls.transaction(3));
        assertThat(refused.units()).isEqualTo(new Verdict.Units(0, 6));
        assertThat(refused.action())
                .isInstanceOfSatisfying(
                        Action.Refuse.class,
                        refuse -> assertThat(refuse.error().message()).endsWith("[None, None, ThrottlingError]"));
        assertThat(judging.verdict(Calls.transaction(2)).units()).isEqualTo(new Verdict.Units(4, 0));
    }

    @Test
    void aWriteThatOneLimitRefusesCostsTheOtherNothing() {
        Judging judging = new Judging(1, Rule.of(TABLE_OF_TEN), Rule.of(PARTITION_OF_TWO));
        ApiCall hot = Calls.dynamoDb(
                "BatchWriteItem",
                "{\"RequestItems\": {\"feeds\": [%s]}}"
                        .formatted(String.join(
                                ",",
                                Collections.nCopies(10, "{\"DeleteRequest\": {\"Key\": {\"pk\": {\"S\": \"h\"}}}}"))));
        assertThat(judging.verdict(hot).units()).isEqualTo(new Verdict.Units(2, 8));
        assertThat(judging.refusal(Calls.put("h"))).isNotEmpty();
        assertThat(judging.edit(Calls.batch("feeds", 8))).isEqualTo(new Edit.None());
    }

    @Test
    void tablesAreCountedApartAndOnlyThoseThatAreMeant() {
        Judging judging = new Judging(1, Rule.of(TABLE_OF_TEN).onTables("a", "b"));
        assertThat(judging.edit(Calls.batch("a", 10))).isEqualTo(new Edit.None());
        assertThat(judging.edit(Calls.batch("b", 10))).isEqualTo(new Edit.None());
        Verdict other = judging.verdict(Calls.batch("c", 25));
        assertThat(other.action()).isEqualTo(new Action.Forward(new Edit.None(), new Ending.Deliver()));
        assertThat(other.units()).isEqualTo(Verdict.Units.NONE);
        assertThat(judging.refusal(Calls.batch("a", 1))).isEqualTo("ThrottlingException");
    }

    @Test
    void whatIsRefusedByChanceCostsNothing() {
        ApiCall batch = Calls.batch("feeds", 10);
        Judging judging = new Judging(
                1, Rule.of(TABLE_OF_TEN), Rule.of(new Fault.Reset()).during(Duration.ZERO, Duration.ofNanos(1)));
        assertThat(judging.verdict(batch).units()).isEqualTo(Verdict.Units.NONE);
        judging.clock.advance(Duration.ofNanos(1));
        assertThat(judging.verdict(batch).units()).isEqualTo(new Verdict.Units(10, 0));
    }

    @Test
    void whatIsLeftOutByChanceCostsNothing() {
        Judging judging = new Judging(1, Rule.of(new Fault.Unprocessed(0.5)), Rule.of(TABLE_OF_TEN));
        Verdict verdict = judging.verdict(Calls.batch("feeds", 10));
        assertThat(verdict.action())
                .isInstanceOfSatisfying(
                        Action.Forward.class,
                        forward -> assertThat(forward.edit())
                                .isInstanceOfSatisfying(
                                        Edit.WithoutItems.class,
                                        without -> assertThat(verdict.units())
                                                .isEqualTo(new Verdict.Units(
                                                        10 - without.items().size(), 0))));
    }
}
