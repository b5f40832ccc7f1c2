package io.feedmill.worker.counter;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.awspring.cloud.sqs.MessagingHeaders;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.awspring.cloud.sqs.listener.Visibility;
import io.awspring.cloud.sqs.listener.acknowledgement.AcknowledgementCallback;
import io.awspring.cloud.sqs.support.converter.MessagingMessageHeaders;
import io.feedmill.common.counter.CollectedMessage;
import io.feedmill.common.counter.Reactions;
import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.worker.counter.ViewsListener.PostGroup;
import io.feedmill.worker.listen.VisibilityInterceptor;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;

/** Each message of a batch is acknowledged for itself, and the views of a post are counted in groups. */
class ViewsListenerTest {
    private final World world = World.of(1);
    private final List<String> acknowledged = new ArrayList<>();
    private final List<Integer> visibilities = new ArrayList<>();

    private final AcknowledgementCallback<String> callback = new AcknowledgementCallback<>() {
        @Override
        public CompletableFuture<Void> onAcknowledge(Collection<Message<String>> messages) {
            messages.forEach(message ->
                    acknowledged.add(String.valueOf(message.getHeaders().get(SqsHeaders.SQS_RECEIPT_HANDLE_HEADER))));
            return CompletableFuture.completedFuture(null);
        }
    };

    private Message<String> view(int id, PostId post, String receipt) {
        Visibility visibility = seconds -> {
            visibilities.add(seconds);
            return CompletableFuture.completedFuture(null);
        };
        Map<String, Object> headers = Map.of(
                MessagingHeaders.ACKNOWLEDGMENT_CALLBACK_HEADER, callback,
                SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, visibility,
                SqsHeaders.SQS_RECEIPT_HANDLE_HEADER, receipt,
                MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT, receipt.endsWith("again") ? "2" : "1");
        String body = MessageCodec.encode(Views.of(post, World.AUTHOR, user("viewer" + id)));
        return new GenericMessage<>(body, new MessagingMessageHeaders(headers, new UUID(0, id)));
    }

    /** As the container does. */
    private void receive(List<Message<String>> messages) {
        world.parts.views().onMessage(world.parts.interceptor(Queue.VIEWS).intercept(messages));
    }

    private long count(PostId post) {
        return world.fakes.counters().post(post).views();
    }

    @Test
    void countedViewsAreAcknowledgedTogether() {
        receive(List.of(view(1, world.post, "one"), view(2, world.post, "two")));
        assertThat(acknowledged).containsExactly("one", "two");
        assertThat(count(world.post)).isEqualTo(2);
    }

    @Test
    void aFailedMessageIsNotAcknowledgedAndTheOthersAre() {
        PostId other = world.publish();
        world.fail("ViewStore.count", 1, Kind.PERMANENT);
        receive(List.of(view(1, world.post, "one"), view(2, other, "two")));
        assertThat(acknowledged).containsExactly("two");
        assertThat(count(other)).isEqualTo(1);
    }

    @Test
    void nothingIsAcknowledgedIfAllFail() {
        world.fail("ViewStore.count", 1, Kind.PERMANENT);
        receive(List.of(view(1, world.post, "one")));
        assertThat(acknowledged).isEmpty();
    }

    /** SQS refuses a batch of deletions that names one message twice. */
    @Test
    void aDuplicateMessageIsAcknowledgedOnceByItsLastReceipt() {
        receive(List.of(view(1, world.post, "one"), view(2, world.post, "two"), view(1, world.post, "one again")));
        assertThat(acknowledged).containsExactlyInAnyOrder("one again", "two");
        assertThat(count(world.post)).isEqualTo(2);
        assertThat(world.parts.count("feedmill.queue.redelivered", "queue", "views"))
                .isEqualTo(1);
    }

    @Test
    void aBatchReceivedDuringAStopIsReleased() {
        world.parts.deadlines().stop();
        List<Message<String>> messages = List.of(view(1, world.post, "one"), view(2, world.post, "two"));
        assertThatThrownBy(() -> receive(messages)).isInstanceOf(VisibilityInterceptor.ReleasedException.class);
        assertThat(visibilities).containsExactly(0, 0);
        assertThat(acknowledged).isEmpty();
        assertThat(count(world.post)).isZero();
    }

    /** Each waits until all are in process. */
    @Test
    void groupsAreCountedInParallel() {
        CountDownLatch all = new CountDownLatch(3);
        for (int call = 1; call <= 3; call++) {
            world.steps.before("ViewStore.unseen", call, () -> {
                all.countDown();
                await().atMost(Duration.ofMinutes(1)).until(() -> all.getCount() == 0);
            });
        }
        ViewsListener parallel = world.parts.views(3);
        parallel.onMessage(List.of(
                view(1, world.post, "one"), view(2, world.publish(), "two"), view(3, world.publish(), "three")));
        assertThat(acknowledged).containsExactlyInAnyOrder("one", "two", "three");
    }

    private static final PostId ONE = new PostId(1, "11111111111");
    private static final PostId TWO = new PostId(2, "11111111111");

    private final Map<String, CollectedMessage> messages = new LinkedHashMap<>();

    private void message(PostId post, int attempt, String... viewers) {
        messages.put(
                "m" + messages.size(), new Views(post, user("ann"), users(viewers), SendHistory.ofAttempt(attempt)));
    }

    private static String viewer(int number) {
        return "v" + (1_000 + number);
    }

    @Test
    void messagesOfOnePostAreOneGroup() {
        message(ONE, 0, "cid");
        message(TWO, 0, "bob");
        message(ONE, 2, "amy", "bob");
        assertThat(PostGroup.of(messages))
                .containsExactly(
                        new PostGroup(
                                List.of("m0", "m2"),
                                new Views(ONE, user("ann"), users("amy", "bob", "cid"), SendHistory.ofAttempt(2))),
                        new PostGroup(List.of("m1"), new Views(TWO, user("ann"), users("bob"), SendHistory.FIRST)));
    }

    @Test
    void aViewerIsInAGroupOnce() {
        message(ONE, 0, "bob");
        message(ONE, 0, "bob");
        assertThat(PostGroup.of(messages))
                .containsExactly(new PostGroup(List.of("m0", "m1"), Views.of(ONE, user("ann"), user("bob"))));
    }

    @Test
    void aGroupFitsIntoATransaction() {
        for (int i = 0; i < 100; i++) {
            message(ONE, 0, viewer(i));
        }
        assertThat(PostGroup.of(messages))
                .extracting(group -> ((Views) group.message()).viewers().size())
                .containsExactly(97, 3);
    }

    /** If one half of a divided message failed, it could be neither kept nor deleted. */
    @Test
    void aMessageStaysInOnePiece() {
        message(ONE, 0, viewer(0));
        message(
                ONE,
                1,
                IntStream.rangeClosed(1, 97).mapToObj(ViewsListenerTest::viewer).toArray(String[]::new));
        assertThat(PostGroup.of(messages)).extracting(PostGroup::ids).containsExactly(List.of("m0"), List.of("m1"));
    }

    /** The post says who its author is. */
    @Test
    void messagesAreOfOneGroupWhateverAuthorTheyName() {
        message(ONE, 0, "bob");
        messages.put("other", new Views(ONE, user("eve"), users("cid"), SendHistory.FIRST));
        assertThat(PostGroup.of(messages)).extracting(PostGroup::ids).containsExactly(List.of("m0", "other"));
    }

    @Test
    void viewsAndReactionsOfOnePostAreTwoGroups() {
        Reactions like = Reactions.of(new ReactionKey(ONE, "like", user("bob")), user("ann"));
        message(ONE, 0, "bob");
        messages.put("like", like);
        messages.put("sad", Reactions.of(new ReactionKey(ONE, "sad", user("cid")), user("ann")));
        assertThat(PostGroup.of(messages))
                .extracting(PostGroup::ids)
                .containsExactly(List.of("m0"), List.of("like", "sad"));
        assertThat(PostGroup.of(Map.of("like", like))).containsExactly(new PostGroup(List.of("like"), like));
    }
}
