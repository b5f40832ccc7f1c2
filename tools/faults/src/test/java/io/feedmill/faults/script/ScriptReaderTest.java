package io.feedmill.faults.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.faults.protocol.DenialError;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptReaderTest {
    private static final Distribution SECOND = new Distribution.Fixed(Duration.ofSeconds(1));

    @Test
    void readsEverythingARuleCanSay() {
        Script script = read("""
                {"seed": 7, "keyAttribute": "id", "rules": [
                  {"fault": "throttle", "operations": ["BatchWriteItem", "PutItem"], "tables": ["homes"], "probability": 0.3,
                   "from": "10s", "to": "40s", "error": "ThrottlingException", "limit": "KeyRangeThroughputExceeded"}]}""");
        Rule.Scope scope = new Rule.Scope(Set.of("BatchWriteItem", "PutItem"), Set.of("homes"), Set.of());
        Rule.Window window = new Rule.Window(Duration.ofSeconds(10), Optional.of(Duration.ofSeconds(40)));
        Fault fault = new Fault.Throttle(ThrottlingError.ON_DEMAND, Limit.KEY_RANGE);
        assertThat(script).isEqualTo(new Script(7, "id", List.of(new Rule(fault, 0.3, scope, window))));
    }

    @Test
    void whatIsLeftOutHasADefault() {
        assertThat(read("{}")).isEqualTo(Script.NONE);
        assertThat(faults("""
                {"fault": "throttle"}, {"fault": "unprocessed"}, {"fault": "partition-capacity"},
                {"fault": "table-capacity", "unitsPerSecond": 500}, {"fault": "conflict"}, {"fault": "deny"}, {"fault": "error"},
                {"fault": "drop-response"}, {"fault": "reset"}, {"fault": "outage"},
                {"fault": "duplicate"}, {"fault": "reorder"}, {"fault": "fail-delete"}"""))
                .containsExactly(
                        new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT),
                        new Fault.Unprocessed(0.5),
                        new Fault.PartitionCapacity(1000, 1000, ThrottlingError.PROVISIONED),
                        new Fault.TableCapacity(500, 500, ThrottlingError.PROVISIONED),
                        new Fault.Conflict(),
                        new Fault.Deny(DenialError.ACCESS_DENIED),
                        new Fault.ServerError(500, false),
                        new Fault.DropResponse(),
                        new Fault.Reset(),
                        new Fault.Outage(),
                        new Fault.Duplicate(1, SECOND),
                        new Fault.Reorder(SECOND),
                        new Fault.FailDelete(false));
        assertThat(read("{\"rules\": [{\"fault\": \"reset\"}]}").rules()).containsExactly(Rule.of(new Fault.Reset()));
    }

    @Test
    void readsTimesAndDistributions() {
        assertThat(faults("""
                {"fault": "hold", "time": "2m"}, {"fault": "latency", "time": "250us"},
                {"fault": "latency", "time": {"distribution": "uniform", "min": "0s", "max": "1s"}},
                {"fault": "latency", "time": {"distribution": "exponential", "mean": "20ms"}},
                {"fault": "delay-delivery", "time": {"distribution": "lognormal", "median": "1s", "p99": "1h"}}"""))
                .containsExactly(
                        new Fault.Hold(Duration.ofMinutes(2)),
                        new Fault.Latency(new Distribution.Fixed(Duration.ofNanos(250_000))),
                        new Fault.Latency(new Distribution.Uniform(Duration.ZERO, Duration.ofSeconds(1))),
                        new Fault.Latency(new Distribution.Exponential(Duration.ofMillis(20))),
                        new Fault.DelayDelivery(
                                new Distribution.LogNormal(Duration.ofSeconds(1), Duration.ofHours(1))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [1]                                                       | s: it must be an object.
            {"sead": 7}                                               | s: there is no field "sead".
            {"seed": "7"}                                             | s: "seed" must be a whole number.
            {"seed": 7.5}                                             | s: "seed" must be a whole number.
            {"keyAttribute": ""}                                      | s: "keyAttribute" must not be empty.
            {"rules": {}}                                             | s: "rules" must be a list.
            {"rules": [{}]}                                           | s: rule 1 (?): "fault" must be one of throttle, unprocessed,
            {"rules": [{"fault": "flood"}]}                           | s: rule 1 (flood): "fault" must be one of throttle, unprocessed,
            {"rules": [{"fault": "reset"}, {"fault": "reset", "p": 1}]} | s: rule 2 (reset): there is no field "p".
            {"rules": [{"fault": "reset", "probability": 1.5}]}       | s: rule 1 (reset): "probability" must be 0 to 1.
            {"rules": [{"fault": "reset", "probability": "0.5"}]}     | s: rule 1 (reset): "probability" must be a number.
            {"rules": [{"fault": "outage", "probability": 0.5}]}      | s: rule 1 (outage): "probability" cannot be set for outage.
            {"rules": [{"fault": "outage", "tables": ["a"]}]}         | s: rule 1 (outage): an outage affects all requests; use reset for some of them.
            {"rules": [{"fault": "reset", "from": "10"}]}             | s: rule 1 (reset): "from" must be a whole number with us, ms, s, m or h, as in "250ms".
            {"rules": [{"fault": "reset", "from": "5s", "to": "5s"}]} | s: rule 1 (reset): "to" must be later than "from".
            {"rules": [{"fault": "reset", "operations": "Query"}]}    | s: rule 1 (reset): "operations" must be a list.
            {"rules": [{"fault": "reset", "operations": ["Qery"]}]}   | s: rule 1 (reset): "operations": "Qery" cannot have reset, only BatchGetItem, BatchWriteItem,
            {"rules": [{"fault": "conflict", "operations": ["Query"]}]} | s: rule 1 (conflict): "operations": "Query" cannot have conflict, only DeleteItem, PutItem,
            {"rules": [{"fault": "reset", "tables": ["a"], "queues": ["b"]}]} | s: rule 1 (reset): a rule has "tables" or "queues", not both.
            {"rules": [{"fault": "throttle", "error": "Busy"}]}       | s: rule 1 (throttle): "error" must be one of ProvisionedThroughputExceededException, ThrottlingException.
            {"rules": [{"fault": "error", "status": 404}]}            | s: rule 1 (error): "status" must be 500 or 503.
            {"rules": [{"fault": "latency"}]}                         | s: rule 1 (latency): "time" is missing.
            {"rules": [{"fault": "latency", "time": 5}]}              | s: rule 1 (latency): "time" must be a whole number with us, ms, s, m or h, as in "250ms".
            {"rules": [{"fault": "latency", "time": {"distribution": "normal"}}]} | s: rule 1 (latency): "time" must be a time or a distribution: uniform, exponential or lognormal.
            {"rules": [{"fault": "latency", "time": {"distribution": "uniform", "min": "2s", "max": "1s"}}]} | s: rule 1 (latency): "time": "max" must not be less than "min".
            {"rules": [{"fault": "latency", "time": {"distribution": "exponential", "mean": "2s", "max": "3s"}}]} | s: rule 1 (latency): there is no field "time.max".
            {"rules": [{"fault": "table-capacity"}]}                  | s: rule 1 (table-capacity): "unitsPerSecond" is missing.
            {"rules": [{"fault": "partition-capacity", "unitsPerSecond": 0}]} | s: rule 1 (partition-capacity): "unitsPerSecond" must be more than 0.
            {"rules": [{"fault": "duplicate", "copies": 0}]}          | s: rule 1 (duplicate): "copies" must be 1 to 100.
            {"seed": 1, "seed": 2}                                    | s is not valid JSON: Duplicate
            {"seed": 1} {}                                            | s is not valid JSON: Trailing
            {"seed": 1                                                | s is not valid JSON: Unexpected end-of-input
            """)
    void eachMistakeIsOneSentence(String text, String sentence) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ScriptException.class)
                .message()
                .startsWith(sentence)
                .hasLineCount(1);
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultHasItsNameInScripts(FaultKind kind) {
        assertThat(faults("{\"fault\": \"" + kind.text() + "\", " + needs(kind) + "}"))
                .extracting(Fault::kind)
                .containsExactly(kind);
    }

    private static String needs(FaultKind kind) {
        return switch (kind) {
            case TABLE_CAPACITY -> "\"unitsPerSecond\": 1";
            case LATENCY, HOLD, DELAY_DELIVERY -> "\"time\": \"1s\"";
            default -> "\"from\": \"0s\"";
        };
    }

    @ParameterizedTest
    @MethodSource
    void theScriptsThatWeShipCanBeRead(Path script) throws IOException {
        assertThat(read(Files.readString(script)).rules()).isNotEmpty();
    }

    static Stream<Path> theScriptsThatWeShipCanBeRead() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("scripts"))) {
            return files.toList().stream();
        }
    }

    private static List<Fault> faults(String rules) {
        return read("{\"rules\": [" + rules + "]}").rules().stream()
                .map(Rule::fault)
                .toList();
    }

    private static Script read(String text) {
        return ScriptReader.read(text, "s");
    }
}
