package io.feedmill.faults.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Fault THROTTLE = new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT);
    private static final Action FORWARD = new Action.Forward(new Edit.None(), new Ending.Deliver());

    private final ApiCall put = Calls.put("a");
    private final ApiCall other = ApiCall.of(null, Body.EMPTY);

    @Test
    void withoutARuleEverythingIsForwarded() {
        assertThat(new Judging(1).verdict(put))
                .isEqualTo(new Verdict(Duration.ZERO, FORWARD, Map.of(), Verdict.Units.NONE));
    }

    @Test
    void throttles() {
        Judging judging = new Judging(THROTTLE);
        assertThat(judging.refusal(put)).isEqualTo("ProvisionedThroughputExceededException");
        assertThat(judging.refusal(Calls.transaction(2))).isEqualTo("TransactionCanceledException");
        assertThat(judging.refusal(Calls.receive("q"))).isEqualTo("RequestThrottled");
        assertThat(judging.action(Calls.dynamoDb("DescribeTable", "{}"))).isEqualTo(FORWARD);
        assertThat(judging.verdict(put).injected()).containsExactly(Map.entry(FaultKind.THROTTLE, 1));
    }

    @Test
    void conflicts() {
        Judging judging = new Judging(new Fault.Conflict());
        assertThat(judging.refusal(put)).isEqualTo("TransactionConflictException");
        assertThat(judging.refusal(Calls.transaction(2))).isEqualTo("TransactionCanceledException");
        assertThat(judging.action(Calls.batch("feeds", 2))).isEqualTo(FORWARD);
        assertThat(judging.action(Calls.dynamoDb("GetItem", "{}"))).isEqualTo(FORWARD);
    }

    @Test
    void failsBeforeOrAfterTheRequestIsCarriedOut() {
        assertThat(new Judging(new Fault.ServerError(500, false)).refusal(put)).isEqualTo("InternalServerError");
        assertThat(new Judging(new Fault.ServerError(503, true)).action(put))
                .isInstanceOfSatisfying(
                        Action.Forward.class,
                        forward -> assertThat(forward.ending())
                                .isInstanceOfSatisfying(
                                        Ending.Fail.class,
                                        fail -> assertThat(fail.error().status())
                                                .isEqualTo(503)));
    }

    @Test
    void dropsResetsAndHoldsAnyRequest() {
        for (ApiCall call : List.of(put, Calls.receive("q"), other)) {
            assertThat(new Judging(new Fault.DropResponse()).action(call))
                    .isEqualTo(new Action.Forward(new Edit.None(), new Ending.Drop()));
            assertThat(new Judging(new Fault.Reset()).action(call)).isEqualTo(new Action.Reset());
            assertThat(new Judging(new Fault.Outage()).action(call)).isEqualTo(new Action.Reset());
            assertThat(new Judging(new Fault.Hold(SECOND)).action(call)).isEqualTo(new Action.Hold(SECOND));
        }
    }

    @Test
    void latenciesAddUpAndGoWithOtherFaults() {
        Fault latency = new Fault.Latency(new Distribution.Fixed(SECOND));
        Judging judging = new Judging(1, Rule.of(latency), Rule.of(new Fault.Reset()), Rule.of(latency));
        assertThat(judging.verdict(put).latency()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(judging.verdict(put).injected())
                .containsOnly(Map.entry(FaultKind.LATENCY, 2), Map.entry(FaultKind.RESET, 1));
    }

    @Test
    void theFirstRuleThatEndsARequestWins() {
        Judging judging = new Judging(
                1, Rule.of(new Fault.DropResponse()), Rule.of(new Fault.Conflict()), Rule.of(new Fault.Reset()));
        assertThat(judging.refusal(put)).isEqualTo("TransactionConflictException");
        assertThat(judging.verdict(put).injected()).containsExactly(Map.entry(FaultKind.CONFLICT, 1));
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "9999, ''", "10000, R", "19999, R", "20000, ''"})
    void aRuleHoldsInItsWindow(long millis, String reset) {
        Judging judging =
                new Judging(1, Rule.of(new Fault.Outage()).during(SECOND.multipliedBy(10), SECOND.multipliedBy(20)));
        judging.clock.advance(Duration.ofMillis(millis));
        assertThat(judging.action(put)).isEqualTo(reset.isEmpty() ? FORWARD : new Action.Reset());
        assertThat(judging.judge().isOutage(judging.clock.nanoTime())).isEqualTo(!reset.isEmpty());
    }

    @Test
    void aRuleKeepsToItsOperationsTablesAndQueues() {
        Rule reset = Rule.of(new Fault.Reset());
        assertThat(hit(reset.onOperations("PutItem"))).containsExactly("PutItem");
        assertThat(hit(reset.onTables("feeds"))).containsExactly("PutItem", "BatchWriteItem");
        assertThat(hit(reset.onTables("posts"))).isEmpty();
        assertThat(hit(reset.onQueues("q"))).containsExactly("ReceiveMessage");
        assertThat(hit(reset)).containsExactly("PutItem", "BatchWriteItem", "ReceiveMessage", "other");
    }

    private List<String> hit(Rule rule) {
        Judging judging = new Judging(1, rule);
        return Stream.of(put, Calls.batch("feeds", 1), Calls.receive("q"), other)
                .filter(call -> judging.action(call) instanceof Action.Reset)
                .map(ApiCall::operation)
                .toList();
    }

    @Test
    void strikesAsOftenAsItIsToAndTheSameWayForASeed() {
        Rule rule = Rule.of(new Fault.Reset()).withProbability(0.3);
        List<Boolean> strikes = strikes(new Judging(7, rule), 10_000);
        assertThat(strikes.stream().filter(each -> each).count()).isBetween(2_800L, 3_200L);
        assertThat(strikes(new Judging(7, rule), 10_000)).isEqualTo(strikes);
        assertThat(strikes(new Judging(8, rule), 10_000)).isNotEqualTo(strikes);
    }

    /** A rule of the same probability behind another one strikes other requests, and a rule that is added does not move those before it. */
    @Test
    void eachRuleDrawsForItself() {
        Rule reset = Rule.of(new Fault.Reset()).withProbability(0.3);
        Rule never = Rule.of(THROTTLE).withProbability(0);
        List<Boolean> first = strikes(new Judging(7, reset), 1_000);
        assertThat(strikes(new Judging(7, reset, never), 1_000)).isEqualTo(first);
        List<Boolean> second = strikes(new Judging(7, never, reset), 1_000);
        assertThat(IntStream.range(0, 999).filter(i -> second.get(i).equals(first.get(i + 1))))
                .hasSizeLessThan(700);
        assertThat(IntStream.range(0, 1_000).filter(i -> second.get(i).equals(first.get(i))))
                .hasSizeLessThan(700);
    }

    private List<Boolean> strikes(Judging judging, int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> judging.action(put) instanceof Action.Reset)
                .toList();
    }

    @Test
    void readsOnlyBodiesThatRulesAskFor() {
        assertThat(new Judging(new Fault.Reset()).judge().readsBody(put)).isFalse();
        assertThat(new Judging(1, Rule.of(new Fault.Reset()).onTables("feeds"))
                        .judge()
                        .readsBody(put))
                .isTrue();
        assertThat(new Judging(THROTTLE).judge().readsBody(put)).isTrue();
        assertThat(new Judging(new Fault.Conflict()).judge().readsBody(Calls.receive("q")))
                .isFalse();
    }
}
