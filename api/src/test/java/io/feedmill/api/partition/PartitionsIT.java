package io.feedmill.api.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.cursor.Cursors.CursorSettings;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.rights.UserRights;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.SampleCalls;
import io.feedmill.api.security.Scope;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.feedmill.testkit.server.DynamoScanBackend;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ApiTest
record PartitionsIT(Http http, MemoryDynamoDb account, DynamoScanBackend scanned) {
    private static final int PARTITIONS = 30;
    private static final List<String> USERS =
            IntStream.range(0, PARTITIONS).mapToObj(i -> "user-" + i).toList();

    @BeforeEach
    void fill() {
        USERS.forEach(this::putItems);
    }

    private void create(String name) {
        if (scanned.store().describe(name).isEmpty()) {
            scanned.create(SampleCalls.table(name));
        }
    }

    /** Puts more items than a sample reads. */
    private void putItems(String user) {
        List<Map<String, KeyValue>> keys = IntStream.range(0, 60)
                .mapToObj(i -> new KeyValue(ScalarType.N, Integer.toString(i)))
                .map(number -> Map.of("pk", KeyValue.string(user), "sk", number))
                .toList();
        scanned.put(SampleCalls.table(SampleCalls.TABLE), keys, 1_000, List.of());
    }

    @AfterEach
    void heal() {
        account.faults(Faults.NONE);
    }

    private Answer get(String query) {
        return http.get("/v1/admin/partitions/" + SampleCalls.TABLE + query);
    }

    private List<JsonNode> lines(String query) {
        Answer answer = get(query);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("application/x-ndjson");
        return answer.body().lines().map(JsonMapper.shared()::readTree).toList();
    }

    private static List<String> keys(List<JsonNode> lines) {
        return lines.stream()
                .filter(line -> line.has("partition"))
                .map(line -> line.path("partition").path("S").asString())
                .toList();
    }

    @Test
    void streamsEachPartitionOnceByTheCheapestMethod() {
        List<JsonNode> lines = lines("");
        assertThat(lines.getFirst().path("method").asString()).isEqualTo("skip");
        assertThat(lines.getFirst().path("reason").asString()).contains("read units by a scan");
        assertThat(keys(lines)).containsExactlyInAnyOrderElementsOf(USERS);
        JsonNode last = lines.getLast();
        assertThat(last.path("found").asInt()).isEqualTo(PARTITIONS);
        assertThat(last.has("next")).isFalse();
        assertThat(last.has("problem")).isFalse();
    }

    @Test
    void continuesAfterItsReadUnits() {
        List<String> found = new ArrayList<>();
        String cursor = "";
        int calls = 0;
        do {
            List<JsonNode> lines = lines("?method=skip&segments=2&units=3" + cursor);
            found.addAll(keys(lines));
            cursor = "&cursor=" + lines.getLast().path("next").asString("");
            calls++;
        } while (cursor.length() > "&cursor=".length());
        assertThat(calls).isGreaterThan(3);
        assertThat(found).containsExactlyInAnyOrderElementsOf(USERS);
    }

    @Test
    void aFailureIsTheLastLineAndItsCursorContinues() {
        Predicate<Call> scans = call -> call.isOneOf(Operation.SCAN);
        account.faults(new FaultRules()
                .add(scans, 10, call -> new Fault.None())
                .always(scans, call -> new Fault.Refused(Errors.throttled(SampleCalls.TABLE))));
        List<JsonNode> cut = lines("?method=skip&segments=1");
        assertThat(cut.getLast().path("problem").asString()).endsWith("storage-throttled");
        heal();
        List<String> found = new ArrayList<>(keys(cut));
        found.addAll(keys(lines("?cursor=" + cut.getLast().path("next").asString())));
        assertThat(keys(cut)).hasSize(10);
        assertThat(found).containsExactlyInAnyOrderElementsOf(USERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"method=guess", "segments=0", "segments=17", "units=10001", "units=x", "method=index", "index=i"
            })
    void refusesInvalidParameters(String query) {
        Answer answer = get("?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-parameter");
    }

    @Test
    void readsNoParametersFromHeaders() {
        Answer answer = http.send(
                http.request("GET", "/v1/admin/partitions/" + SampleCalls.TABLE).header("units", "x"));
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void refusesTheCursorOfAnotherTable() {
        String cursor = lines("?units=1&method=skip").getLast().path("next").asString();
        Answer answer = http.get("/v1/admin/partitions/feedmill-posts?cursor=" + cursor);
        assertThat(answer.problem()).isEqualTo("invalid-cursor");
    }

    @Test
    void findsNoUnknownTable() {
        assertThat(http.get("/v1/admin/partitions/feedmill-devices").problem()).isEqualTo("table-not-found");
        assertThat(http.get("/v1/admin/partitions/a$b").problem()).isEqualTo("table-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"payroll", "feedmill-payroll", "Feedmill-homes", "homes", "other-homes"})
    void readsNoTableOfOthers(String table) {
        create(table);
        List<Call> calls = new CopyOnWriteArrayList<>();
        account.faults(call -> {
            calls.add(call);
            return new Fault.None();
        });
        Answer other = http.get("/v1/admin/partitions/" + table);
        Answer absent = http.get("/v1/admin/partitions/absent");
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.problem()).isEqualTo("table-not-found");
        assertThat(other.json().path("detail")).isEqualTo(absent.json().path("detail"));
        assertThat(calls).isEmpty();
    }

    @Test
    void readsTheTablesThatTheSettingLists() throws IOException {
        create("payroll");
        PartitionController controller = new PartitionController(
                scanned.store(),
                new Cursors(new CursorSettings(List.of("k".repeat(32))), new SecureRandom()),
                new PartitionSettings(Set.of("payroll")),
                BoundSettings.bind("feedmill.http", HttpSettings.class, Map.of()),
                BoundSettings.bind("feedmill.tables", TableSettings.class, Map.of()),
                CommonConfiguration.tables(),
                new SuspendSafeClock(System::nanoTime, Clock.systemUTC()));
        MockHttpServletResponse answer = new MockHttpServletResponse();
        UserRights rights = new UserRights(new MemoryStores(Clock.systemUTC()).rights(), SuspendSafeClock.system());
        Caller admin = new Caller("admin", Set.of(Scope.ADMIN), null, new UserId("feedmill"), rights);
        controller.partitions("payroll", null, null, null, null, null, admin, answer);
        assertThat(answer.getContentAsString()).contains("\"found\":0");
    }
}
