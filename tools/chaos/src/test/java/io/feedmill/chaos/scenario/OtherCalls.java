package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.cli.audit.AuditStores;
import io.feedmill.client.AdminClient;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.Post.Place;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.TableAccess.TableCopy;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.RunClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What neither a chaos run nor a walk makes: calls about authors of their own, lost rows, messages that no worker knows, and a stop of all workers. */
record OtherCalls(Rig rig, Duration limit) {
    /** Of {@link #AUTHOR}; no other author has so many. */
    static final int FOLLOWERS = 20;

    private static final String AUTHOR = "other";

    /** Has more posts than a follow brings. */
    private static final String WRITER = "other-writer";

    private static final String READER = "other-reader";

    /** Recalls and follows are settled by then. */
    private static final Duration AGO = Duration.ofHours(1);

    private static final Duration POLL = Duration.ofMillis(50);

    private static String follower(int number) {
        return "other-%d".formatted(number);
    }

    private static UserId user(int number) {
        return new UserId(follower(number));
    }

    /** Makes calls about readers who are not away, as they were when the chaos run began; and then rows as after lost writes, for workers, APIs and an audit to find. */
    void make() {
        FeedmillClient client = rig.feedmill();
        ReaderActivity now = ReaderActivity.at(Ticks.ofInstant(Instant.now()));
        Stream.concat(IntStream.range(0, FOLLOWERS).mapToObj(OtherCalls::follower), Stream.of(READER))
                .forEach(reader -> rig.storage().readers().seen(new UserId(reader), null, now));
        client.admin()
                .importFollows(BodyPublishers.ofString(IntStream.range(0, FOLLOWERS)
                        .mapToObj(number -> follower(number) + " " + AUTHOR + "\n")
                        .collect(Collectors.joining())));
        Post post = client.publishPost(new NewPost(AUTHOR, "long".repeat(500)));
        Post placed =
                client.publishPost(new NewPost(AUTHOR, "here", null, new Place("USA", "TX", "Houston"), null, null));
        client.retractPost(placed.id());
        client.block(follower(3), follower(4));
        client.follow(READER, WRITER);
        IntStream.rangeClosed(0, FollowStore.NEWEST)
                .forEach(number -> client.publishPost(new NewPost(WRITER, "post " + number)));
        assertThat(new RigRun(rig, Screen.plain(System.out), limit).awaitWork("other calls", true))
                .isTrue();
        assertThat(client.homeFeed(follower(1))).extracting(FeedItem::text).contains(post.text());
        assertThat(client.getReaderFanout(post.id(), follower(1)).state()).isEqualTo("delivered");
        client.rebuildFeed(follower(1));
        client.unfollow(READER, WRITER);
        client.follow(READER, WRITER);
        try (StorageAccess storage = rig.storage(AGO)) {
            lose(storage, PostId.parse(post.id()), PostId.parse(placed.id()));
        }
    }

    /** A home feed lacks an item, an unfollow its work, work its job, a block its effect. A repair is sent for one who does not follow. One recall has no end, one is over. A reaction is not counted, another is none. */
    private void lose(StorageAccess storage, PostId post, PostId retracted) {
        AuditStores stores = storage.stores();
        UserId author = new UserId(AUTHOR);
        stores.feeds()
                .deleteHome(post, List.of(user(0)), WriteOptions.bulk(Deadline.in(limit, SuspendSafeClock.system())));
        FollowChange unfollow =
                stores.follows().unfollow(new Follow(user(2), author)).orElseThrow();
        stores.outbox().remove(unfollow.work());
        JobId absent = JobId.first(Ticks.ofInstant(Instant.now().minus(AGO)));
        stores.outbox().reopen(Job.work(0, absent, author));
        stores.follows().importAll(List.of(new Follow(user(3), user(4))));
        RecallRows rows = new RecallRows(RecallRows.SHARDS, () -> Duration.ZERO);
        storage.tables().write(new TableCopy(RecallRows.TABLE, List.of(rows.key(post), rows.key(retracted))));
        stores.recalls().end(author, post, stores.feeds().truth(author, post).change());
        storage.queues().sender().send(Repair.of(post, author, List.of(user(FOLLOWERS))));
        stores.counters().recount(post);
        stores.counters().add(new ReactionKey(post, "like", user(5)));
        stores.notifications()
                .refresh(
                        new NotificationKey(author, NotificationKey.REACTION, post.value()),
                        Set.of(user(6)),
                        actors -> Map.of(user(6), post.tick()));
    }

    /** Workers dead-letter one of two messages at once, and the other after a wait for newer workers. Redrives the first. */
    void redrive() {
        AdminClient admin = rig.feedmill().admin();
        for (Queue queue : Queue.values()) {
            send(queue);
            rig.storage().queues().send(queue.suffix(), "{\"v\": 1, \"type\": \"newer\"}");
        }
        int groups = 2 * Queue.values().length;
        assertThat(RunClock.await(() -> admin.deadLetters().items().size() >= groups, POLL, limit))
                .isTrue();
        for (Queue queue : Queue.values()) {
            assertThat(admin.redrive(queue.suffix(), false, "not-json", 50, null)
                            .moved())
                    .isPositive();
        }
    }

    private void send(Queue queue) {
        rig.storage().queues().send(queue.suffix(), "no JSON");
    }

    /** Stops all workers, and sends messages until they have ended: those that their last polls bring are released. */
    void stopWorkers() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Duration>> stops = rig.fleet().workers().stream()
                    .map(worker -> threads.submit(() -> rig.fleet().stop(worker, limit)))
                    .toList();
            RunClock.await(
                    () -> {
                        List.of(Queue.values()).forEach(this::send);
                        return stops.stream().allMatch(Future::isDone);
                    },
                    POLL,
                    limit);
            assertThat(stops).extracting(Future::state).containsOnly(Future.State.SUCCESS);
        }
    }
}
