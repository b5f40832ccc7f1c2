package io.feedmill.faults.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private final ApiCall twoTables = Calls.dynamoDb("BatchWriteItem", """
            {"RequestItems": {"a": [{"PutRequest": {"Item": {}}}, {"PutRequest": {"Item": {}}}],
                              "b": [{"PutRequest": {"Item": {}}}]}}""");

    @Test
    void leavesOutTheShareThatItIsTo() {
        Judging judging = new Judging(new Fault.Unprocessed(0.4));
        int left = IntStream.range(0, 400)
                .map(i -> judging.edit(Calls.batch("feeds", 25)) instanceof Edit.WithoutItems without
                        ? without.items().size()
                        : 0)
                .sum();
        assertThat(left).isBetween(3_800, 4_200);
    }

    @Test
    void aBatchOfWhichNothingIsLeftIsThrottled() {
        Judging judging = new Judging(new Fault.Unprocessed(1));
        assertThat(judging.refusal(Calls.batch("feeds", 3))).isEqualTo("ProvisionedThroughputExceededException");
        assertThat(judging.verdict(Calls.batch("feeds", 3)).injected())
                .containsExactly(Map.entry(FaultKind.UNPROCESSED, 1));
    }

    @Test
    void itemsOfOtherTablesStay() {
        Judging judging = new Judging(1, Rule.of(new Fault.Unprocessed(1)).onTables("b"));
        assertThat(judging.edit(twoTables)).isEqualTo(new Edit.WithoutItems(Set.of(2)));
    }

    @Test
    void severalRulesTogetherLeaveNothing() {
        Judging judging = new Judging(
                1,
                Rule.of(new Fault.Unprocessed(1)).onTables("a"),
                Rule.of(new Fault.Unprocessed(1)).onTables("b"));
        assertThat(judging.refusal(twoTables)).isEqualTo("ProvisionedThroughputExceededException");
    }

    @Test
    void keysOfReadsAreLeftOutToo() {
        ApiCall read = Calls.dynamoDb("BatchGetItem", """
                {"RequestItems": {"a": {"Keys": [{}, {}]}, "b": {"Keys": [{}]}}}""");
        Judging judging = new Judging(1, Rule.of(new Fault.Unprocessed(1)).onTables("a"));
        assertThat(judging.edit(read)).isEqualTo(new Edit.WithoutItems(Set.of(0, 1)));
    }
}
