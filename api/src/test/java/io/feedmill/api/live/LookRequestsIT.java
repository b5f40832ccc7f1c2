package io.feedmill.api.live;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.HomePages;
import io.feedmill.api.feed.HomePages.Probe;
import io.feedmill.api.feed.PagesOf;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.outbox.NoteStore.Note;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.RecordedRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The requests of looks, which are made each second for each listening user. */
class LookRequestsIT {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();

    private final Stores stores = BACKEND.stores();
    private final SettableClock clock = BACKEND.clock();
    private final RecordedRequests requests = BACKEND.requests();
    private final Recalls recalls = PagesOf.recalls(stores, clock);
    private final HomePages pages = PagesOf.stores(stores, clock, recalls);

    private List<QueryRequest> queries() {
        return requests.all().stream().map(QueryRequest.class::cast).toList();
    }

    private static String partition(QueryRequest query) {
        return Objects.requireNonNull(query.expressionAttributeValues().get(":pk"))
                .s();
    }

    @Test
    void aLookIsTwoQueriesOfFewRows() {
        BACKEND.clock().set(Instant.now());
        clock.advance(Duration.ofSeconds(1));
        recalls.poll();
        recalls.upkeep(clock.instant());
        Instant until = clock.instant().minusSeconds(20);
        Map<Integer, Note> notes = IntStream.range(0, stores.outbox().shards())
                .boxed()
                .collect(Collectors.toMap(shard -> shard, shard -> new Note(until)));
        stores.notes().raise(notes);
        Probe first = pages.probe(user("lr.bob"), null, null);
        requests.clear();
        pages.probe(user("lr.bob"), first, null);
        assertThat(queries()).extracting(LookRequestsIT::partition).containsExactly("home:lr.bob", "lr.bob");
        QueryRequest rows = queries().getFirst();
        assertThat(rows.consistentRead()).isTrue();
        assertThat(rows.keyConditionExpression()).contains("BETWEEN");
        assertThat(rows.expressionAttributeValues()).containsKey(":last");
        requests.clear();
        clock.advance(Duration.ofSeconds(1));
        pages.probe(user("lr.bob"), first, null);
        assertThat(queries())
                .extracting(LookRequestsIT::partition)
                .as("the notes are read twice a second by the process")
                .containsExactlyInAnyOrder("notes", "home:lr.bob", "lr.bob");
    }
}
