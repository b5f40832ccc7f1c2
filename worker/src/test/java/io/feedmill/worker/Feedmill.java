package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.queue.SqsQueueSender;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.Stores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A Feedmill with its own tables and queues, the writes of an API, and any number of workers. */
final class Feedmill implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String prefix = "t" + Integer.toHexString(RANDOM.nextInt()) + "-";
    private final TableSettings tables = new TableSettings(prefix, true, 64, 64, 8, 32);
    private final MonotonicTicks ticks = new MonotonicTicks(() -> Ticks.ofInstant(Instant.now()));
    private final List<ConfigurableApplicationContext> workers = new ArrayList<>();
    private final DynamoDbClient dynamo;
    private final SqsClient sqs;
    private final ConfigurableApplicationContext beans;
    private final Stores stores;
    private final SqsQueueSender sender;
    private final Queues queues;

    private Feedmill() {
        QueueSchema schema = new QueueSchema(prefix);
        dynamo = DynamoClients.create(tables.connections(), List.of());
        sqs = SqsClients.create(tables.connections(), List.of());
        schema.create(sqs);
        DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry(), List.of());
        beans = CommonConfiguration.start(dynamo, tables, new FeedSettings(Duration.ofDays(30)), metrics);
        tables.schema().create(dynamo, CommonConfiguration.tables());
        stores = Stores.of(beans);
        sender = new SqsQueueSender(sqs, schema, StorageGate.open());
        queues = new Queues(sqs, schema);
    }

    /** New tables and queues, no worker. */
    static Feedmill on(Endpoints endpoints) {
        endpoints.use();
        return new Feedmill();
    }

    /** Starts a worker with these settings ({@code name=value}). */
    Feedmill worker(String... settings) {
        return start(new SpringApplicationBuilder(FeedmillWorker.class), settings);
    }

    /** Starts a worker with a part replaced by the test. */
    Feedmill worker(Part<?> part, String... settings) {
        return start(new SpringApplicationBuilder(FeedmillWorker.class).initializers(part), settings);
    }

    private Feedmill start(SpringApplicationBuilder worker, String... settings) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "server.port", "0",
                "feedmill.tables.prefix", prefix,
                "feedmill.queues.prefix", prefix,
                "feedmill.listeners.poll-timeout", "1s",
                "feedmill.breaker.slow-call", "5s",
                "logging.structured.format.console", ""));
        for (String setting : settings) {
            String[] nameAndValue = setting.split("=", 2);
            all.put(nameAndValue[0], nameAndValue[1]);
        }
        workers.add(worker.run(all.entrySet().stream().map(each -> "--" + each).toArray(String[]::new)));
        return this;
    }

    /** A part of the worker that was started first. */
    <T> T bean(Class<T> type) {
        return workers.getFirst().getBean(type);
    }

    /** Stops every worker as SIGTERM does. */
    void stopWorkers() {
        workers.forEach(ConfigurableApplicationContext::close);
        workers.clear();
    }

    Stores stores() {
        return stores;
    }

    Queues queues() {
        return queues;
    }

    void send(QueueMessage message) {
        sender.send(message);
    }

    void send(QueueMessage message, Duration delay) {
        sender.send(message, delay);
    }

    /** Publishes without sending the plan, as an API that crashes after its transaction. */
    PostId publish(String author, String text) {
        PostId id = PostId.create(ticks.next(), RANDOM);
        stores.posts().publish(Posts.of(id, user(author), text), null);
        return id;
    }

    PostId publishAndSend(String author, String text) {
        PostId id = publish(author, text);
        send(Plan.of(JobId.of(id), user(author)));
        return id;
    }

    /** {@code f0000}, {@code f0001}… follow the author. */
    List<String> followers(String author, int count) {
        return followers(
                author, IntStream.range(0, count).mapToObj("f%04d"::formatted).toList());
    }

    List<String> followers(String author, List<String> followers) {
        stores.follows()
                .importAll(followers.stream()
                        .map(follower -> new Follow(user(follower), user(author)))
                        .toList());
        return followers;
    }

    Job job(PostId post) {
        return job(JobId.of(post));
    }

    private Job job(JobId id) {
        return stores.jobs().find(id).orElseThrow();
    }

    boolean isComplete(PostId post) {
        return isComplete(JobId.of(post));
    }

    boolean isComplete(JobId id) {
        return job(id).state() == JobState.COMPLETE;
    }

    /** Waits until the job is complete. */
    Job awaitComplete(PostId post) {
        return awaitComplete(JobId.of(post));
    }

    Job awaitComplete(JobId id) {
        await().atMost(PATIENCE).until(() -> isComplete(id));
        return job(id);
    }

    /** Returns the posts of every home feed, one entry for each row. */
    Map<String, List<String>> homes() {
        Map<String, List<String>> homes = new TreeMap<>();
        dynamo
                .scanPaginator(r -> r.tableName(tables.schema().name(FeedRows.HOMES))
                        .consistentRead(true)
                        .projectionExpression("pk, post"))
                .items()
                .stream()
                .forEach(row -> homes.computeIfAbsent(string(row, "pk").substring(5), user -> new ArrayList<>())
                        .add(string(row, "post")));
        return homes;
    }

    private static String string(Map<String, AttributeValue> row, String name) {
        return row.getOrDefault(name, AttributeValue.fromS("")).s();
    }

    @Override
    public void close() {
        stopWorkers();
        beans.close();
        sqs.close();
        dynamo.close();
    }
}
