package io.feedmill.faults.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.decision.Decision.Response;
import io.feedmill.faults.decision.Decision.Units;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.DenialError;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Rule.Scope;
import io.feedmill.faults.script.Rule.Window;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultDeciderTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Fault THROTTLE = new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT);
    private static final Action FORWARD = new Action.Forward(new Edit.None(), new Response.Deliver());

    private final ApiCall put = Calls.put("a");
    private final ApiCall other = ApiCall.of(null, Body.EMPTY);

    @Test
    void withoutARuleEverythingIsForwarded() {
        assertThat(new Deciding(1).decide(put)).isEqualTo(new Decision(Duration.ZERO, FORWARD, Map.of(), Units.NONE));
    }

    @Test
    void throttles() {
        Deciding deciding = new Deciding(THROTTLE);
        assertThat(deciding.refusal(put)).isEqualTo("ProvisionedThroughputExceededException");
        assertThat(deciding.refusal(Calls.transaction(2))).isEqualTo("TransactionCanceledException");
        assertThat(deciding.refusal(Calls.receive("q"))).isEqualTo("RequestThrottled");
        assertThat(deciding.action(Calls.dynamoDb("DescribeTable", "{}"))).isEqualTo(FORWARD);
        assertThat(deciding.decide(put).injected()).containsExactly(Map.entry(FaultKind.THROTTLE, 1));
    }

    @Test
    void conflicts() {
        Deciding deciding = new Deciding(new Fault.Conflict());
        assertThat(deciding.refusal(put)).isEqualTo("TransactionConflictException");
        assertThat(deciding.refusal(Calls.transaction(2))).isEqualTo("TransactionCanceledException");
        assertThat(deciding.action(Calls.batch("homes", 2))).isEqualTo(FORWARD);
        assertThat(deciding.action(Calls.dynamoDb("GetItem", "{}"))).isEqualTo(FORWARD);
    }

    @Test
    void deniesWithTheErrorOfTheService() {
        Deciding deciding = new Deciding(new Fault.Deny(DenialError.NOT_FOUND));
        assertThat(deciding.refusal(put)).isEqualTo("ResourceNotFoundException");
        assertThat(deciding.refusal(Calls.receive("q"))).isEqualTo("QueueDoesNotExist");
        assertThat(new Deciding(new Fault.Deny(DenialError.EXPIRED_TOKEN)).refusal(Calls.receive("q")))
                .isEqualTo("ExpiredTokenException");
    }

    @Test
    void dropsResetsAndHoldsAnyRequest() {
        for (ApiCall call : List.of(put, Calls.receive("q"), other)) {
            assertThat(new Deciding(new Fault.DropResponse()).action(call))
                    .isEqualTo(new Action.Forward(new Edit.None(), new Response.Drop()));
            assertThat(new Deciding(new Fault.Reset()).action(call)).isEqualTo(new Action.Reset());
            assertThat(new Deciding(new Fault.Outage()).action(call)).isEqualTo(new Action.Reset());
            assertThat(new Deciding(new Fault.Hold(SECOND)).action(call)).isEqualTo(new Action.Hold(SECOND));
        }
    }

    @Test
    void latenciesAddUpAndGoWithOtherFaults() {
        Fault latency = new Fault.Latency(new Distribution.Fixed(SECOND));
        Deciding deciding = new Deciding(1, Rule.of(latency), Rule.of(new Fault.Reset()), Rule.of(latency));
        assertThat(deciding.decide(put).latency()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(deciding.decide(put).injected())
                .containsOnly(Map.entry(FaultKind.LATENCY, 2), Map.entry(FaultKind.RESET, 1));
    }

    @Test
    void theFirstRuleThatEndsARequestWins() {
        Deciding deciding = new Deciding(
                1, Rule.of(new Fault.DropResponse()), Rule.of(new Fault.Conflict()), Rule.of(new Fault.Reset()));
        assertThat(deciding.refusal(put)).isEqualTo("TransactionConflictException");
        assertThat(deciding.decide(put).injected()).containsExactly(Map.entry(FaultKind.CONFLICT, 1));
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "9999, ''", "10000, R", "19999, R", "20000, ''"})
    void aRuleHoldsInItsWindow(long millis, String reset) {
        Deciding deciding =
                new Deciding(1, Rule.of(new Fault.Outage()).during(SECOND.multipliedBy(10), SECOND.multipliedBy(20)));
        deciding.clock.advance(Duration.ofMillis(millis));
        assertThat(deciding.action(put)).isEqualTo(reset.isEmpty() ? FORWARD : new Action.Reset());
        assertThat(deciding.decider().isOutage(deciding.clock.nanoTime())).isEqualTo(!reset.isEmpty());
    }

    @Test
    void aRuleKeepsToItsOperationsTablesAndQueues() {
        Rule reset = Rule.of(new Fault.Reset());
        assertThat(hit(reset.onOperations("PutItem"))).containsExactly("PutItem");
        assertThat(hit(reset.onTables("homes"))).containsExactly("PutItem", "BatchWriteItem");
        assertThat(hit(reset.onTables("posts"))).isEmpty();
        assertThat(hit(onQueue(new Fault.Reset(), "q"))).containsExactly("ReceiveMessage");
        assertThat(hit(reset)).containsExactly("PutItem", "BatchWriteItem", "ReceiveMessage", "other");
    }

    /** A rule as a script has it. */
    static Rule onQueue(Fault fault, String queue) {
        return new Rule(fault, 1, new Scope(Set.of(), Set.of(), Set.of(queue)), Window.ALWAYS);
    }

    private List<String> hit(Rule rule) {
        Deciding deciding = new Deciding(1, rule);
        return Stream.of(put, Calls.batch("homes", 1), Calls.receive("q"), other)
                .filter(call -> deciding.action(call) instanceof Action.Reset)
                .map(ApiCall::operation)
                .toList();
    }

    @Test
    void strikesAsOftenAsItIsToAndTheSameWayForASeed() {
        Rule rule = Rule.of(new Fault.Reset()).withProbability(0.3);
        List<Boolean> strikes = strikes(new Deciding(7, rule), 10_000);
        assertThat(strikes.stream().filter(each -> each).count()).isBetween(2_800L, 3_200L);
        assertThat(strikes(new Deciding(7, rule), 10_000)).isEqualTo(strikes);
        assertThat(strikes(new Deciding(8, rule), 10_000)).isNotEqualTo(strikes);
    }

    /** A rule of the same probability after another one strikes other requests, and a rule that is added does not move those before it. */
    @Test
    void eachRuleDrawsForItself() {
        Rule reset = Rule.of(new Fault.Reset()).withProbability(0.3);
        Rule never = Rule.of(THROTTLE).withProbability(0);
        List<Boolean> first = strikes(new Deciding(7, reset), 1_000);
        assertThat(strikes(new Deciding(7, reset, never), 1_000)).isEqualTo(first);
        List<Boolean> second = strikes(new Deciding(7, never, reset), 1_000);
        assertThat(IntStream.range(0, 999).filter(i -> second.get(i).equals(first.get(i + 1))))
                .hasSizeLessThan(700);
        assertThat(IntStream.range(0, 1_000).filter(i -> second.get(i).equals(first.get(i))))
                .hasSizeLessThan(700);
    }

    private List<Boolean> strikes(Deciding deciding, int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> deciding.action(put) instanceof Action.Reset)
                .toList();
    }

    @Test
    void readsOnlyBodiesThatRulesAskFor() {
        assertThat(new Deciding(new Fault.Reset()).decider().readsBody(put)).isFalse();
        assertThat(new Deciding(1, Rule.of(new Fault.Reset()).onTables("homes"))
                        .decider()
                        .readsBody(put))
                .isTrue();
        assertThat(new Deciding(THROTTLE).decider().readsBody(put)).isTrue();
        assertThat(new Deciding(new Fault.Conflict()).decider().readsBody(Calls.receive("q")))
                .isFalse();
    }
}
