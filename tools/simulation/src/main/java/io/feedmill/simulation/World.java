package io.feedmill.simulation;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.simulation.FaultSchedule.Kind;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** The database, the queues, the time and the faults that simulated processes share. Of one sequence. */
final class World {
    private static final List<Table> TABLES = CommonConfiguration.tables();
    static final TableSettings TABLE_SETTINGS = new TableSettings("s-", false, 4, 4, 2, 32);

    static final QueueSchema QUEUES = new QueueSchema(TABLE_SETTINGS.prefix());

    private final Random random;
    private final VirtualTime time;
    private final MemoryDynamoDb database;
    private final MemorySqs queues;
    private final FaultSchedule faults;
    private final Reached reached;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private BiConsumer<Kind, SimulatedTime> onProcess = (kind, process) -> {};
    private @Nullable ApiProcess only;
    private long steps;
    private @Nullable Instant answerAt;
    private @Nullable SdkHttpResponse answer;

    World(long seed, Instant begin, Reached reached) {
        this.random = new Random(seed);
        this.reached = reached;
        this.time = new VirtualTime(begin);
        this.database = new MemoryDynamoDb(time::instant);
        this.queues = new MemorySqs(time, QueueSchema.RECEIVES);
        this.faults = new FaultSchedule(random, time, database, reached);
        for (Table table : TABLES) {
            CreateTableRequest definition = TABLE_SETTINGS.schema().definition(table);
            database.createTable(definition);
            database.updateTimeToLive(r -> r.tableName(definition.tableName())
                    .timeToLiveSpecification(s -> s.enabled(true).attributeName("expires")));
        }
    }

    Random random() {
        return random;
    }

    VirtualTime time() {
        return time;
    }

    MemoryDynamoDb database() {
        return database;
    }

    MemorySqs queues() {
        return queues;
    }

    FaultSchedule faults() {
        return faults;
    }

    Reached reached() {
        return reached;
    }

    /** The processes that have not ended. */
    List<SimulatedProcess> processes() {
        processes.removeIf(process -> process.time().hasEnded());
        return processes;
    }

    /** Returns an API that takes requests, by chance; null: there is none. */
    @Nullable ApiProcess anyApi() {
        List<ApiProcess> ready = only == null ? apis() : List.of(only);
        return ready.isEmpty() ? null : ready.get(random.nextInt(ready.size()));
    }

    /** The name of a table. */
    static String table(String name) {
        return TABLE_SETTINGS.prefix() + name;
    }

    /** Sends all calls to one API; null: to any. */
    void only(@Nullable ApiProcess api) {
        only = api;
    }

    /** The number of messages in the queues but the dead-letter ones. */
    int messages() {
        return Stream.of(Queue.values())
                .mapToInt(queue -> queues.messages(QUEUES.name(queue)).size())
                .sum();
    }

    /** The keys of the work that the outbox has, also of what was given up. */
    List<String> openWork() {
        return rows("outbox").stream()
                .map(row -> text(row, "pk") + "/" + text(row, "sk"))
                .filter(key -> key.matches("([0-9]+|orphans)/.*"))
                .toList();
    }

    /** When the sweep may send all open work again. */
    long due() {
        return rows("outbox").stream()
                .map(row -> row.get("due"))
                .filter(Objects::nonNull)
                .mapToLong(due -> Long.parseLong(due.n()) * 1_000_000)
                .max()
                .orElse(0);
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name)).s();
    }

    /** Draws one of these. */
    static <T> T pick(List<T> all, Random chance) {
        return all.get(chance.nextInt(all.size()));
    }

    /** The rows of a table. */
    List<Map<String, AttributeValue>> rows(String table) {
        return database.scan(r -> r.tableName(table(table)).consistentRead(true))
                .items();
    }

    List<ApiProcess> apis() {
        return processes().stream()
                .filter(ApiProcess.class::isInstance)
                .map(ApiProcess.class::cast)
                .filter(ApiProcess::isReady)
                .toList();
    }

    /** The number of calls of the database. */
    long steps() {
        return steps;
    }

    /** Counts a call of the database that is about to be carried out. */
    void step(SimulatedTime process, Call call) {
        steps++;
        reached.count("call", call.operation().toString());
    }

    /** Has this carry out the faults that befall a process. */
    void onProcess(BiConsumer<Kind, SimulatedTime> action) {
        onProcess = action;
    }

    /** Lets a process stand still or crash, by chance. */
    void befall(SimulatedTime process, Kind... kinds) {
        for (Kind kind : kinds) {
            if (faults.draws(kind)) {
                onProcess.accept(kind, process);
                process.awake();
            }
        }
    }

    /** The head of each answer of this second: it has the time, which clients set their clocks by. */
    SdkHttpResponse sdkAnswer() {
        Instant second = time.instant().truncatedTo(ChronoUnit.SECONDS);
        if (!second.equals(answerAt)) {
            answerAt = second;
            answer = SdkHttpResponse.builder()
                    .statusCode(200)
                    .putHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(second.atOffset(ZoneOffset.UTC)))
                    .build();
        }
        return Objects.requireNonNull(answer);
    }

    /** Waits until a message of a queue can be received. */
    void awaitMessages(String queue, long nanos) {
        long until = time.now() + nanos;
        Thread thread = Thread.currentThread();
        while (time.now() < until) {
            long next = Math.min(until, queues.nextVisible(queue).orElse(until));
            if (next <= time.now()) {
                return;
            }
            boolean[] over = {false};
            Runnable wake = () -> {
                over[0] = true;
                LockSupport.unpark(thread);
            };
            VirtualTime.Wait wait = time.after(next - time.now(), wake);
            queues.onSend(queue, wake);
            boolean interrupted = false;
            while (!over[0]) {
                LockSupport.park();
                interrupted |= Thread.interrupted();
                over[0] |= interrupted;
            }
            wait.cancel();
            queues.offSend(queue, wake);
            if (interrupted) {
                thread.interrupt();
                return;
            }
        }
    }
}
