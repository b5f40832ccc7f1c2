package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostRows;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows of a newer version: docs/upgrading.md says which are passed over, and which stop a call. */
class NewerRowsIT extends Contract {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();

    NewerRowsIT() {
        super(BACKEND);
    }

    /** Sets an attribute of a row, as a newer version may. */
    private static void set(Table table, String pk, String sk, String name, String value) {
        BACKEND.set(table, Attributes.key(pk, sk), Attributes.of().string(name, value));
    }

    private static void assertUnknown(String what, ThrowingCallable call) {
        assertThatExceptionOfType(UnknownValueException.class).isThrownBy(call).withMessageEndingWith(what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"via", "audience"})
    void aPageLeavesTheItemOutAndTheTruthIsNotGone(String attribute) {
        Post oldest = publish("oldest");
        Post newer = publish("newer");
        Post newest = publish("newest");
        FeedName feed = FeedName.author(author);
        set(FeedRows.AUTHORS, feed.value(), newer.id().feedKey().value(), attribute, "boost");
        FeedPage page = stores.feeds().page(feed, PageRequest.first(50));
        assertThat(page.items()).extracting(FeedItem::post).containsExactly(newest.id(), oldest.id());
        FeedPage half = stores.feeds().page(feed, PageRequest.first(2));
        assertThat(half.items()).extracting(FeedItem::post).containsExactly(newest.id());
        assertThat(half.next()).isEqualTo(newer.id().feedKey());
        assertThat(stores.feeds().items(List.of(new ItemKey(feed, newer.id())), Consistency.STRONG))
                .isEmpty();
        assertUnknown(attribute + " boost", () -> stores.feeds().truth(author, newer.id()));
        assertUnknown(attribute + " boost", () -> stores.feeds().posts(author, null, 10, Consistency.STRONG));
    }

    @Test
    void aJobInANewerStateIsNeitherReadNorChanged() {
        JobId job = JobId.of(publish("hello").id());
        set(JobRows.TABLE, job.value(), "job", "state", "PAUSED");
        assertUnknown("state PAUSED", () -> stores.jobs().find(job));
        assertUnknown("state PAUSED", () -> stores.jobs().endPlanning(job, 0));
        assertUnknown("state PAUSED", () -> stores.jobs().finish(job, 1, 1, Skipped.NONE));
        assertThat(BACKEND.find(JobRows.TABLE, Attributes.key(job.value(), "job")))
                .containsEntry("state", AttributeValue.fromS("PAUSED"));
    }

    @Test
    void permissionsOfANewerKindAreNotReadAsOthers() {
        Post post = publish("hello");
        BACKEND.put(
                PostRows.TABLE, Attributes.key(post.id().value(), "permissions").string("audience", "friends"));
        assertUnknown("audience friends", () -> stores.posts().find(post.id()));
    }

    @Test
    void aLedgerEventOfANewerKindIsReadAsUnknown() {
        QuarterHour quarter = QuarterHour.of(clock.instant());
        Attributes key = Attributes.key(quarter.value() + "#0", "2026-01-02T03:04:05.1111111111111111");
        BACKEND.put(LedgerRows.TABLE, key.string("event", "edited"));
        assertThat(Ledgers.entries(stores.ledger(), quarter))
                .filteredOn(LedgerEntry.Unknown.class::isInstance)
                .extracting(entry -> ((LedgerEntry.Unknown) entry).event())
                .containsExactly("edited");
        assertThat(stores.ledger().partitions(quarter).stream()
                        .flatMap(shard -> stores.ledger().page(shard, null).entries().stream())
                        .filter(LedgerEntry.Unknown.class::isInstance))
                .hasSize(1);
    }

    /** As an earlier version wrote a block's mirror, which no call deletes any more. */
    @Test
    void aReadersRowOfAnotherKindHidesNobody() {
        set(ReaderRows.TABLE, author.value(), "blocked-by#eve", "kind", "x");
        assertThat(stores.readers().view(author).hidden()).isEmpty();
    }
}
