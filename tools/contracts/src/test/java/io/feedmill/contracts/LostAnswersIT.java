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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

    /** Makes a call of which the answer to the first request of this type is lost. The request is sent twice. */
    private static <R> R twice(Class<? extends DynamoDbRequest> type, Supplier<R> call) {
        LOST_ANSWERS.loseNext(type);
        BACKEND.requests().clear();
        R result = call.get();
        assertThat(BACKEND.requests().of(type)).hasSize(2);
        return result;
    }

    private Job job() {
        return job(JobId.of(id));
    }

    @Test
    void aSliceIsPutOnce() {
        assertThat(twice(PutItemRequest.class, () -> jobs.putSlice(JobId.of(id), FIRST)))
                .isEqualTo(FIRST);
    }

    /** A slice that is already pending is won, an ended plan is reported as ended, and a finished slice is counted once. */
    @Test
    void aJobIsDrainedAndClosedOnceAndWon() {
        JobId job = JobId.of(id);
        assertThat(twice(UpdateItemRequest.class, () -> jobs.advance(job, FIRST)))
                .isEqualTo(new JobUpdate.Won(job()));
        assertThat(job().counts()).isEqualTo(new Counts(10, 0, 0));
        assertThat(job().pending()).containsExactly(1);
        assertThat(twice(UpdateItemRequest.class, () -> jobs.endPlanning(job, 1)))
                .isEqualTo(new JobUpdate.Lost(job()));
        assertThat(job().state()).isEqualTo(JobState.DELIVERING);
        JobUpdate finished = twice(UpdateItemRequest.class, () -> jobs.finish(job, 1, 7, Skipped.notFollowing(3)));
        assertThat(finished).isEqualTo(new JobUpdate.Lost(job()));
        assertThat(finished.job().drained()).isTrue();
        assertThat(job().counts()).isEqualTo(new Counts(10, 7, 3));
        assertThat(twice(TransactWriteItemsRequest.class, () -> jobs.close(finished.job())))
                .isInstanceOf(JobUpdate.Won.class);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 7));
    }

    @Test
    void anInlineDeliveryIsClosedOnceAndWon() {
        assertThat(twice(TransactWriteItemsRequest.class, () -> close(job(), 2, Skipped.NONE)))
                .isInstanceOf(JobUpdate.Won.class);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 2));
    }

    @Test
    void viewsAreCountedOnceAndWon() {
        PostViews views = new PostViews(id, author, users("bob", "cid"));
        assertThat(twice(TransactWriteItemsRequest.class, () -> stores.views().count(views)))
                .isTrue();
        assertThat(stores.counters().post(id)).isEqualTo(new PostCounters(2, 0, Collections.emptySortedMap()));
    }

    @Test
    void aReactionIsCountedOnceAndReportedAsNew() {
        ReactionKey reaction = new ReactionKey(id, "like", user("bob"));
        assertThat(twice(
                        TransactWriteItemsRequest.class, () -> stores.counters().add(reaction)))
                .isTrue();
        assertThat(twice(
                        TransactWriteItemsRequest.class, () -> stores.counters().remove(reaction)))
                .isTrue();
        assertThat(stores.counters().post(id)).isEqualTo(PostCounters.ZERO);
    }

    @Test
    void aPostIsPublishedOnceAndNotReplayed() {
        Post post = post("hello");
        assertThat(twice(TransactWriteItemsRequest.class, () -> stores.posts().publish(post, fresh("key"))))
                .isEqualTo(published(post));
    }

    @Test
    void aClaimIsWonByItsRelay() {
        OutboxRow row = outboxOf(JobId.of(id)).getFirst();
        Instant due = clock.instant().plusSeconds(60);
        assertThat(twice(UpdateItemRequest.class, () -> stores.outbox().claim(row, due)))
                .isTrue();
        assertThat(outboxOf(JobId.of(id)).getFirst().resends()).isEqualTo(1);
    }

    @Test
    void anOrphanIsMovedByItsRelay() {
        OutboxRow row = outboxOf(JobId.of(id)).getFirst();
        stores.outbox().claim(row, clock.instant().plusSeconds(60));
        OutboxRow claimed = outboxOf(JobId.of(id)).getFirst();
        assertThat(twice(TransactWriteItemsRequest.class, () -> stores.outbox().orphan(claimed)))
                .isTrue();
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
        // by the machine's clock, too: the emulator deletes what has expired
        Instant expires = Instant.now().plusSeconds(60);
        twice(PutItemRequest.class, () -> {
            stores.rooms().post(message, 8, expires);
            return message;
        });
        assertThat(stores.rooms().page(MessageRequest.newest(room, 10)).items()).containsExactly(message);
    }

    @Test
    void aRoomIsSpreadAlthoughTheAnswerIsLost() {
        String room = fresh("room");
        stores.rooms().spread(room, 8);
        assertThat(twice(UpdateItemRequest.class, () -> stores.rooms().spread(room, 4)))
                .isEqualTo(new RoomShards(4, 8));
    }

    @Test
    void aFollowIsStored() {
        Follow follow = new Follow(freshUser("bob"), author);
        twice(TransactWriteItemsRequest.class, () -> stores.follows().follow(follow));
        assertThat(stores.follows().follows(follow)).isTrue();
    }

    /** Loses answers: the call is applied, and its caller gets an exception. Thread-safe. */
    private static final class LostAnswers implements ExecutionInterceptor {
        private final AtomicReference<@Nullable Class<?>> next = new AtomicReference<>();

        /** Loses the answer to the next request of this type. */
        void loseNext(Class<? extends DynamoDbRequest> type) {
            next.set(type);
        }

        @Override
        public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
            if (next.compareAndSet(context.request().getClass(), null)) {
                throw SdkClientException.create("the answer is lost");
            }
        }
    }
}
