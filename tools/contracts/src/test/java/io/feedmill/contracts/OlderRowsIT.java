package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostRows;
import io.feedmill.common.post.PostStore.Version;
import io.feedmill.common.post.PostStore.VersionId;
import io.feedmill.common.post.PostStore.VersionPage;
import io.feedmill.common.publish.ChangeStore.Change;
import io.feedmill.common.publish.ChangeStore.ChangeResult;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows of an older version: a post with metadata and a second copy of its newest version, and a job that does not last. */
class OlderRowsIT extends Contract {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();
    private static final Version FIRST = new Version(1, Content.of("first"));
    private static final Version SECOND = new Version(2, Content.of("second"));

    OlderRowsIT() {
        super(BACKEND);
    }

    private Post older() {
        Post post = publish("first");
        Map<String, AttributeValue> version = new HashMap<>(row(post.id(), "v_0"));
        version.put("sk", AttributeValue.fromS("v_0000000001"));
        put(version);
        Map<String, AttributeValue> metadata =
                new HashMap<>(DynamoBackend.key(post.id().value(), "metadata"));
        metadata.put("author", AttributeValue.fromS(author.value()));
        metadata.put("version", AttributeValue.fromN("1"));
        put(metadata);
        BACKEND.client()
                .updateItem(r -> r.tableName(BACKEND.table(JobRows.TABLE))
                        .key(DynamoBackend.key(post.id().value(), "job"))
                        .updateExpression("REMOVE lasting"));
        return post;
    }

    private static Map<String, AttributeValue> row(PostId post, String sk) {
        return BACKEND.client()
                .getItem(r -> r.tableName(BACKEND.table(PostRows.TABLE)).key(DynamoBackend.key(post.value(), sk)))
                .item();
    }

    private static void put(Map<String, AttributeValue> item) {
        BACKEND.client().putItem(r -> r.tableName(BACKEND.table(PostRows.TABLE)).item(item));
    }

    @Test
    void aPostIsReadWithItsNewestVersionOnce() {
        Post post = older();
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(stores.posts().author(post.id())).contains(author);
        assertThat(stores.posts().versions(post.id(), null, 10)).isEqualTo(new VersionPage(List.of(FIRST), null));
        assertThat(stores.posts().version(post.id(), 1)).contains(FIRST);
    }

    @Test
    void aPostIsEditedRetractedAndErased() {
        Post post = older();
        assertThat(apply(post, new Change.Edit(SECOND.content(), Duration.ZERO)))
                .isEqualTo(ChangeResult.ACCEPTED);
        assertThat(apply(post, new Change.Edit(SECOND.content(), Duration.ZERO)))
                .isEqualTo(ChangeResult.STALE);
        assertThat(stores.posts().versions(post.id(), null, 10))
                .isEqualTo(new VersionPage(List.of(FIRST, SECOND), null));
        VersionId first = new VersionId(post.id(), 1);
        assertThat(stores.posts().contents(List.of(first))).isEqualTo(Map.of(first, FIRST.content()));
        assertThat(apply(post.edited(SECOND.content()), new Change.Retract())).isEqualTo(ChangeResult.ACCEPTED);
        assertThat(stores.posts().erase(post.id(), Deadline.in(Duration.ofMinutes(1))))
                .isTrue();
        assertThat(row(post.id(), "v_0")).isEmpty();
        assertThat(row(post.id(), "v_0000000001")).isEmpty();
        assertThat(stores.posts().author(post.id())).contains(author);
    }

    /** By the number of the newest version: the metadata have that of the first one for ever. */
    @Test
    void aWideningHidesTheEarlierVersions() {
        Post post = older();
        apply(post, new Change.Permissions(Audience.nobody(), Duration.ZERO));
        Post hidden = stores.posts().find(post.id()).orElseThrow();
        apply(hidden, new Change.Edit(SECOND.content(), Duration.ZERO));
        Post edited = stores.posts().find(post.id()).orElseThrow();
        assertThat(apply(edited, new Change.Permissions(Audience.everyone(), Duration.ZERO)))
                .isEqualTo(ChangeResult.ACCEPTED);
        assertThat(stores.posts().document(post.id()).orElseThrow().readableFrom())
                .isEqualTo(2);
    }

    private ChangeResult apply(Post post, Change change) {
        return stores.changes().apply(post, change, newJobId());
    }

    /** Its publication is in the ledger already. */
    @Test
    void aJobIsEnteredAndCountedAsBefore() {
        PostId post = older().id();
        Job job = stores.jobs().find(JobId.of(post)).orElseThrow();
        stores.jobs().closeInlineDelivery(job, 3, Skipped.NONE);
        assertThat(ledgerOf(post, clock.instant()))
                .containsExactly(new LedgerEntry.Delivered(post, author, clock.instant(), 3, 0, 0));
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 3));
        assertThat(stores.counters().post(post).deliveries()).isEqualTo(3);
        clock.advance(Duration.ofDays(30));
        assertThat(stores.jobs().find(JobId.of(post))).isEmpty();
        assertThat(stores.counters().post(post).deliveries()).isEqualTo(3);
    }
}
