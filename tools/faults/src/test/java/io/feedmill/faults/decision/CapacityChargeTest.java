package io.feedmill.faults.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.decision.Decision.Response;
import io.feedmill.faults.decision.Decision.Units;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapacityChargeTest {
    private static final Fault TABLE_OF_TEN = new Fault.TableCapacity(10, 10, ThrottlingError.ON_DEMAND);
    private static final Fault PARTITION_OF_TWO = new Fault.PartitionCapacity(2, 2, ThrottlingError.PROVISIONED);

    @Test
    void aBatchWritesAsManyItemsAsTheUnitsAllow() {
        Deciding deciding = new Deciding(TABLE_OF_TEN);
        deciding.decide(Calls.batch("homes", 7));
        Decision decision = deciding.decide(Calls.batch("homes", 5));
        assertThat(decision.action())
                .isEqualTo(new Action.Forward(new Edit.WithoutItems(Set.of(3, 4)), new Response.Deliver()));
        assertThat(decision.units()).isEqualTo(new Units(3, 2));
        assertThat(decision.injected()).containsExactly(Map.entry(FaultKind.TABLE_CAPACITY, 1));
    }

    @Test
    void aTransactionCostsTwiceAndGetsAllOrNothing() {
        Deciding deciding = new Deciding(TABLE_OF_TEN);
        assertThat(deciding.decide(Calls.transaction(3)).units()).isEqualTo(new Units(6, 0));
        Decision refused = deciding.decide(Calls.transaction(3));
        assertThat(refused.units()).isEqualTo(new Units(0, 6));
        assertThat(refused.action())
                .isInstanceOfSatisfying(
                        Action.Refuse.class,
                        refuse -> assertThat(refuse.error().message()).endsWith("[None, None, ThrottlingError]"));
        assertThat(deciding.decide(Calls.transaction(2)).units()).isEqualTo(new Units(4, 0));
    }

    @Test
    void aWriteThatOneLimitRefusesCostsTheOtherNothing() {
        Deciding deciding = new Deciding(1, Rule.of(TABLE_OF_TEN), Rule.of(PARTITION_OF_TWO));
        ApiCall hot = Calls.dynamoDb(
                "BatchWriteItem",
                "{\"RequestItems\": {\"homes\": [%s]}}"
                        .formatted(String.join(
                                ",",
                                Collections.nCopies(10, "{\"DeleteRequest\": {\"Key\": {\"pk\": {\"S\": \"h\"}}}}"))));
        assertThat(deciding.decide(hot).units()).isEqualTo(new Units(2, 8));
        assertThat(deciding.refusal(Calls.put("h"))).isNotEmpty();
        assertThat(deciding.edit(Calls.batch("homes", 8))).isEqualTo(new Edit.None());
    }

    @Test
    void tablesAreCountedApartAndOnlyThoseThatAreMeant() {
        Deciding deciding = new Deciding(1, Rule.of(TABLE_OF_TEN).onTables("a", "b"));
        assertThat(deciding.edit(Calls.batch("a", 10))).isEqualTo(new Edit.None());
        assertThat(deciding.edit(Calls.batch("b", 10))).isEqualTo(new Edit.None());
        Decision other = deciding.decide(Calls.batch("c", 25));
        assertThat(other.action()).isEqualTo(new Action.Forward(new Edit.None(), new Response.Deliver()));
        assertThat(other.units()).isEqualTo(Units.NONE);
        assertThat(deciding.refusal(Calls.batch("a", 1))).isEqualTo("ThrottlingException");
    }

    @Test
    void aRandomRefusalCostsNothing() {
        ApiCall batch = Calls.batch("homes", 10);
        Deciding deciding = new Deciding(
                1, Rule.of(TABLE_OF_TEN), Rule.of(new Fault.Reset()).during(Duration.ZERO, Duration.ofNanos(1)));
        assertThat(deciding.decide(batch).units()).isEqualTo(Units.NONE);
        deciding.clock.advance(Duration.ofNanos(1));
        assertThat(deciding.decide(batch).units()).isEqualTo(new Units(10, 0));
    }

    @Test
    void aRandomlyLeftOutItemCostsNothing() {
        Deciding deciding = new Deciding(1, Rule.of(new Fault.Unprocessed(0.5)), Rule.of(TABLE_OF_TEN));
        Decision decision = deciding.decide(Calls.batch("homes", 10));
        assertThat(decision.action())
                .isInstanceOfSatisfying(
                        Action.Forward.class,
                        forward -> assertThat(forward.edit())
                                .isInstanceOfSatisfying(
                                        Edit.WithoutItems.class,
                                        without -> assertThat(decision.units())
                                                .isEqualTo(new Units(
                                                        10 - without.items().size(), 0))));
    }
}
