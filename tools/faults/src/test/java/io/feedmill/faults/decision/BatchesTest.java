package io.feedmill.faults.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private final ApiCall twoTables = Calls.dynamoDb("BatchWriteItem", """
            {"RequestItems": {"a": [{"PutRequest": {"Item": {}}}, {"PutRequest": {"Item": {}}}],
                              "b": [{"PutRequest": {"Item": {}}}]}}""");

    @Test
    void leavesOutTheConfiguredShare() {
        Deciding deciding = new Deciding(new Fault.Unprocessed(0.4));
        int left = IntStream.range(0, 400)
                .map(i -> deciding.edit(Calls.batch("homes", 25)) instanceof Edit.WithoutItems without
                        ? without.items().size()
                        : 0)
                .sum();
        assertThat(left).isBetween(3_800, 4_200);
    }

    @Test
    void itemsOfOtherTablesStay() {
        Deciding deciding = new Deciding(1, Rule.of(new Fault.Unprocessed(1)).onTables("b"));
        assertThat(deciding.edit(twoTables)).isEqualTo(new Edit.WithoutItems(Set.of(2)));
    }

    @Test
    void severalRulesTogetherLeaveNothing() {
        Deciding deciding = new Deciding(
                1,
                Rule.of(new Fault.Unprocessed(1)).onTables("a"),
                Rule.of(new Fault.Unprocessed(1)).onTables("b"));
        assertThat(deciding.refusal(twoTables)).isEqualTo("ProvisionedThroughputExceededException");
    }
}
