package io.feedmill.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.http.Iso;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.outbox.NoteStore.Note;
import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Status;
import io.feedmill.testkit.MemoryStores;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What workers say of themselves, and the moment until which home feeds are complete, over HTTP. */
@ApiTest
class WorkersIT {
    private static final String HOME = "/v1/feeds/home/";
    private static final Status IDLE = new Status("0.2", Map.of(), null, Map.of(), Map.of(), Delivered.NONE);

    private final Http http;
    private final MemoryStores stores;
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    WorkersIT(Http http, MemoryStores stores) {
        this.http = http;
        this.stores = stores;
    }

    private Map<Integer, Instant> notes(Instant until) {
        return IntStream.range(0, stores.outbox().shards())
                .boxed()
                .collect(Collectors.toMap(Function.identity(), shard -> until));
    }

    private void say(String worker, Instant at, Map<Integer, Instant> notes, Status status) {
        Map<Integer, Note> raised = new HashMap<>();
        notes.forEach((shard, until) -> raised.put(shard, new Note(until)));
        stores.notes().raise(raised);
        Optional<Instant> least = notes.values().stream().min(Instant::compareTo);
        stores.workers().put(new WorkerRow(worker, at, notes.size(), least, status));
    }

    /** Rows that are older than an hour have expired; pages of other tests read no notes. */
    @AfterEach
    void forget() {
        for (String worker : new String[] {"old", "new"}) {
            say(worker, now.minusSeconds(7_200), Map.of(), IDLE);
        }
        stores.put(Table.of("outbox"), Attributes.key("notes", "notes"));
    }

    @Test
    void listsThemAndTheLeastOfTheirNotes() {
        Status busy = new Status(
                "0.1",
                Map.of("deliver", "PT1.5S"),
                120L,
                Map.of("store", "open: SlowCalls"),
                Map.of("job", "12"),
                new Delivered(1_234, List.of("post1", "post3", "post2")));
        say("old", now.minusSeconds(600), notes(now.minusSeconds(90)), busy);
        say("new", now.minusSeconds(3), Map.of(0, now.minusSeconds(20)), IDLE);
        JsonNode answer = http.get("/v1/admin/workers").json();
        assertThat(answer.propertyNames()).containsExactly("items", "completeUntil", "age");
        assertThat(Instant.parse(answer.path("completeUntil").asString())).isEqualTo(now.minusSeconds(90));
        assertThat(answer.path("items").findValuesAsString("completeUntil"))
                .containsExactly(Iso.format(now.minusSeconds(20)), Iso.format(now.minusSeconds(90)));
        assertThat(answer.path("age").asString()).matches("PT1M3\\dS");
        assertThat(answer.path("items").findValuesAsString("worker")).containsExactly("new", "old");
        JsonNode idle = answer.path("items").get(0);
        assertThat(idle.path("notes").intValue()).isEqualTo(1);
        assertThat(idle.has("rate")).isFalse();
        JsonNode old = answer.path("items").get(1);
        assertThat(old.path("version").asString()).isEqualTo("0.1");
        assertThat(old.path("notes").intValue()).isEqualTo(stores.outbox().shards());
        assertThat(old.path("age").asString()).matches("PT10M\\d?\\d?S?");
        assertThat(old.path("waits").path("deliver").asString()).isEqualTo("PT1.5S");
        assertThat(old.path("rate").longValue()).isEqualTo(120);
        assertThat(old.path("breakers").path("store").asString()).isEqualTo("open: SlowCalls");
        assertThat(old.path("open").path("job").longValue()).isEqualTo(12);
        assertThat(old.path("deliveries").longValue()).isEqualTo(1_234);
        assertThat(old.path("newest").valueStream().map(JsonNode::asString)).containsExactly("post3", "post2", "post1");
    }

    @Test
    void withoutANoteOfEachShardItSaysNothing() {
        say("new", now, Map.of(0, now), IDLE);
        JsonNode answer = http.get("/v1/admin/workers").json();
        assertThat(answer.propertyNames()).containsExactly("items");
        say("old", now, Map.of(), IDLE);
        assertThat(http.get("/v1/admin/workers").json().path("items").findValuesAsString("completeUntil"))
                .hasSize(1);
    }

    @Test
    void theFirstPageOfAHomeFeedSaysUntilWhenItIsComplete() {
        http.post("/v1/posts", "{\"author\":\"marked\",\"text\":\"one\"}");
        http.post("/v1/posts", "{\"author\":\"marked\",\"text\":\"two\"}");
        say("old", now, notes(now.minusSeconds(15)), IDLE);
        JsonNode first = awaitClaim("marked", "?limit=1");
        assertThat(first.propertyNames()).containsExactly("items", "next", "completeUntil");
        assertThat(Instant.parse(first.path("completeUntil").asString())).isEqualTo(now.minusSeconds(15));
        Answer second =
                http.get(HOME + "marked?limit=1&cursor=" + first.path("next").asString());
        assertThat(second.json().has("completeUntil")).isFalse();
        assertThat(http.get("/v1/feeds/user/marked").json().has("completeUntil"))
                .isFalse();
    }

    @Test
    void aHomeFeedThatIsRebuiltDoesNot() {
        say("old", now, notes(now.minusSeconds(15)), IDLE);
        awaitClaim("marked.rebuilt", "");
        http.send("POST", HOME + "marked.rebuilt:rebuild");
        JsonNode page = http.get(HOME + "marked.rebuilt").json();
        assertThat(page.path("rebuilding").booleanValue()).isTrue();
        assertThat(page.has("completeUntil")).isFalse();
    }

    /** The notes are read once a second: pages may have those of another test until then. */
    private JsonNode awaitClaim(String user, String query) {
        long end = System.nanoTime() + 10_000_000_000L;
        JsonNode page = http.get(HOME + user + query).json();
        String until = Iso.format(now.minusSeconds(15));
        while (!page.path("completeUntil").asString("").equals(until) && System.nanoTime() < end) {
            page = http.get(HOME + user + query).json();
        }
        return page;
    }
}
