package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Post;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.room.RoomStore.RoomShards;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Writes that are applied but whose answers are lost: the second attempt finds the result of the first one. */
class LostAnswersIT extends Contract {
    private static final LostAnswers LOST_ANSWERS = new LostAnswers();
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal(LOST_ANSWERS);
    private static final Slice FIRST = new Slice(1, user("a"), user("j"), 10);

    private final JobStore jobs = stores.jobs();
    private final PostId id = publish("hello").id();

    LostAnswersIT() {
        super(BACKEND);
    }

    private static void loseNext(Class<? extends DynamoDbRequest> type) {
        LOST_ANSWERS.loseNext(type);
        BACKEND.requests().clear();
    }

    private static void assertAttempts(Class<? extends DynamoDbRequest> type, int attempts) {
        assertThat(BACKEND.requests().of(type)).hasSize(attempts);
    }

    private Job job() {
        return jobs.find(JobId.of(id)).orElseThrow();
    }

    @Test
    void aSliceIsPutOnce() {
        loseNext(PutItemRequest.class);
        assertThat(jobs.putSlice(JobId.of(id), FIRST)).isEqualTo(FIRST);
        assertAttempts(PutItemRequest.class, 2);
    }

    @Test
    void aSliceThatIsAlreadyPendingIsWon() {
        loseNext(UpdateItemRequest.class);
        assertThat(jobs.advance(JobId.of(id), FIRST)).isEqualTo(new JobUpdate.Won(job()));
        assertAttempts(UpdateItemRequest.class, 2);
        assertThat(job().counts()).isEqualTo(new Counts(10, 0, 0));
        assertThat(job().pending()).containsExactly(1);
    }

    @Test
    void anEndedPlanIsReportedAsEnded() {
        jobs.advance(JobId.of(id), FIRST);
        loseNext(UpdateItemRequest.class);
        assertThat(jobs.endPlanning(JobId.of(id), 1)).isEqualTo(new JobUpdate.Lost(job()));
        assertThat(job().state()).isEqualTo(JobState.DELIVERING);
    }

    @Test
    void aFinishedSliceIsCountedOnceAndTheJobIsDrained() {
        jobs.advance(JobId.of(id), FIRST);
        jobs.endPlanning(JobId.of(id), 1);
        loseNext(UpdateItemRequest.class);
        JobUpdate change = jobs.finish(JobId.of(id), 1, 7, Skipped.notFollowing(3));
        assertAttempts(UpdateItemRequest.class, 2);
        assertThat(change).isEqualTo(new JobUpdate.Lost(job()));
        assertThat(change.job().drained()).isTrue();
        assertThat(job().counts()).isEqualTo(new Counts(10, 7, 3));
    }

    @Test
    void aJobIsClosedOnceAndWon() {
        jobs.advance(JobId.of(id), FIRST);
        jobs.endPlanning(JobId.of(id), 1);
        Job drained = jobs.finish(JobId.of(id), 1, 7, Skipped.notFollowing(3)).job();
        loseNext(TransactWriteItemsRequest.class);
        assertThat(jobs.close(drained)).isInstanceOf(JobUpdate.Won.class);
        assertAttempts(TransactWriteItemsRequest.class, 2);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 7));
    }

    @Test
    void anInlineDeliveryIsClosedOnceAndWon() {
        loseNext(TransactWriteItemsRequest.class);
        assertThat(jobs.closeInlineDelivery(job(), 2, Skipped.NONE)).isInstanceOf(JobUpdate.Won.class);
        assertAttempts(TransactWriteItemsRequest.class, 2);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 2));
    }

    @Test
    void viewsAreCountedOnceAndWon() {
        loseNext(TransactWriteItemsRequest.class);
        assertThat(stores.views().count(new PostViews(id, author, users("bob", "cid"))))
                .isTrue();
        assertAttempts(TransactWriteItemsRequest.class, 2);
        assertThat(stores.counters().post(id)).isEqualTo(new PostCounters(2, 0, Collections.emptySortedMap()));
    }

    @Test
    void aReactionIsCountedOnceAndReportedAsNew() {
        ReactionKey reaction = new ReactionKey(id, "like", user("bob"));
        loseNext(TransactWriteItemsRequest.class);
        assertThat(stores.counters().add(reaction)).isTrue();
        assertAttempts(TransactWriteItemsRequest.class, 2);
        loseNext(TransactWriteItemsRequest.class);
        assertThat(stores.counters().remove(reaction)).isTrue();
        assertThat(stores.counters().post(id)).isEqualTo(PostCounters.ZERO);
    }

    @Test
    void aPostIsPublishedOnceAndNotReplayed() {
        Post post = post("hello");
        loseNext(TransactWriteItemsRequest.class);
        assertThat(stores.posts().publish(post, fresh("key"))).isEqualTo(published(post));
        assertAttempts(TransactWriteItemsRequest.class, 2);
    }

    @Test
    void aClaimIsWonByItsRelay() {
        OutboxRow row = outboxOf(JobId.of(id)).getFirst();
        Instant due = clock.instant().plusSeconds(60);
        loseNext(UpdateItemRequest.class);
        assertThat(stores.outbox().claim(row, due)).isTrue();
        assertAttempts(UpdateItemRequest.class, 2);
        assertThat(outboxOf(JobId.of(id)).getFirst().resends()).isEqualTo(1);
    }

    @Test
    void anOrphanIsMovedByItsRelay() {
        OutboxRow row = outboxOf(JobId.of(id)).getFirst();
        stores.outbox().claim(row, clock.instant().plusSeconds(60));
        OutboxRow claimed = outboxOf(JobId.of(id)).getFirst();
        loseNext(TransactWriteItemsRequest.class);
        assertThat(stores.outbox().orphan(claimed)).isTrue();
        assertAttempts(TransactWriteItemsRequest.class, 2);
        assertThat(BACKEND.client()
                        .query(r -> r.tableName(BACKEND.table(OutboxRows.TABLE))
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("orphans"))))
                        .items())
                .singleElement()
                .satisfies(orphan -> assertThat(orphan)
                        .containsEntry("author", AttributeValue.fromS(author.value()))
                        .containsEntry(
                                "shard",
                                AttributeValue.fromN(Integer.toString(row.work().shard())))
                        .containsEntry("resends", AttributeValue.fromN("1"))
                        .containsKeys("due", "orphaned"));
    }

    @Test
    void aMessageIsStoredOnce() {
        String room = fresh("room");
        stores.rooms().spread(room, 8);
        Message message = new Message(room, new MessageKey(user("ann"), 1, "11111111111"), "hello");
        loseNext(PutItemRequest.class);
        // by the machine's clock, too: the emulator deletes what has expired
        stores.rooms().post(message, 8, Instant.now().plusSeconds(60));
        assertAttempts(PutItemRequest.class, 2);
        assertThat(stores.rooms().page(MessageRequest.newest(room, 10)).items()).containsExactly(message);
    }

    @Test
    void aRoomIsSpreadAlthoughTheAnswerIsLost() {
        String room = fresh("room");
        stores.rooms().spread(room, 8);
        loseNext(UpdateItemRequest.class);
        assertThat(stores.rooms().spread(room, 4)).isEqualTo(new RoomShards(4, 8));
        assertAttempts(UpdateItemRequest.class, 2);
    }

    @Test
    void aFollowIsStored() {
        Follow follow = new Follow(freshUser("bob"), author);
        loseNext(TransactWriteItemsRequest.class);
        stores.follows().follow(follow);
        assertAttempts(TransactWriteItemsRequest.class, 2);
        assertThat(stores.follows().follows(follow)).isTrue();
    }

    /** Loses answers: the call is applied, and its caller gets an exception. Thread-safe. */
    private static final class LostAnswers implements ExecutionInterceptor {
        private final AtomicReference<Class<? extends SdkRequest>> next = new AtomicReference<>(None.class);

        /** Loses the answer to the next request of this type. */
        void loseNext(Class<? extends DynamoDbRequest> type) {
            next.set(type);
        }

        @Override
        public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
            if (next.compareAndSet(context.request().getClass(), None.class)) {
                throw SdkClientException.create("the answer is lost");
            }
        }

        private abstract static class None extends SdkRequest {}
    }
}
