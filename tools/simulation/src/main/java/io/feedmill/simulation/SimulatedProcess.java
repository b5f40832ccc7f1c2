package io.feedmill.simulation;

import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.time.ProcessTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.springframework.context.SmartLifecycle;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A process of a service: its own beans, clocks, connection and threads. */
abstract class SimulatedProcess {
    private final String name;
    private final World world;
    private final ServiceBeans beans;
    private final SimulatedTime time;
    private final Wire wire;
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Map<String, Object> parts;
    private final List<SmartLifecycle> started = new ArrayList<>();
    private final List<Runnable> onEnd = new ArrayList<>();

    SimulatedProcess(String name, World world, ServiceBeans beans) {
        this.name = name;
        this.world = world;
        this.beans = beans;
        this.time = new SimulatedTime(world.time());
        this.wire = new Wire(world, time);
        Map<Class<?>, Object> own = new LinkedHashMap<>();
        own.put(
                DynamoDbClient.class,
                HandlerTrace.client(DynamoDbClient.class, world.database().client(wire)));
        own.put(SqsClient.class, HandlerTrace.client(SqsClient.class, queues()));
        own.put(Clock.class, time.clock());
        own.put(ProcessTime.class, time);
        own.put(RandomGenerator.class, new Random(world.random().nextLong()));
        own.put(MeterRegistry.class, meters);
        own.putAll(furtherClients());
        this.parts = beans.parts(own);
        wire.interceptors(beans.beans(parts, ExecutionInterceptor.class).stream()
                .filter(each -> each instanceof ClockOffset || isSeen(each))
                .toList());
    }

    /** Returns the clients that only this service has, in place of its own. */
    Map<Class<?>, Object> furtherClients() {
        return Map.of();
    }

    /** Whether an interceptor sees calls of this service. */
    abstract boolean isSeen(ExecutionInterceptor interceptor);

    String name() {
        return name;
    }

    World world() {
        return world;
    }

    SimulatedTime time() {
        return time;
    }

    SimulatedSqs queues() {
        return new SimulatedSqs(world.queues(), wire);
    }

    <T> T bean(Class<T> type) {
        return beans.bean(parts, type);
    }

    <T> List<T> allBeans(Class<T> type) {
        return beans.beans(parts, type);
    }

    <T> T within(Supplier<T> task) {
        return ServiceBeans.with(parts, task);
    }

    ServiceBeans beans() {
        return beans;
    }

    /** Starts a thread of this process. */
    Thread thread(String what, Runnable task) {
        return world.time()
                .start(
                        name + " " + what,
                        () -> within(() -> {
                            time.awake();
                            task.run();
                            return null;
                        }));
    }

    /** Starts what runs by itself, by the order of its phases. */
    void startLifecycles() {
        allBeans(SmartLifecycle.class).stream()
                .filter(each -> each.getClass().getName().startsWith("io.feedmill."))
                .sorted(Comparator.comparingInt(SmartLifecycle::getPhase))
                .forEach(each -> {
                    each.start();
                    started.add(each);
                });
    }

    /** Stops it, as SIGTERM does. */
    void stopLifecycles() {
        started.reversed().forEach(each -> each.stop(() -> {}));
    }

    /** Ends it at once, wherever its threads are: its connections are closed, its threads go nowhere. */
    void end() {
        Signals.counters(meters, world.reached());
        time.end();
        List.copyOf(onEnd).forEach(Runnable::run);
    }

    /** Runs this when the process ends. */
    void onEnd(Runnable action) {
        onEnd.add(action);
    }

    void offEnd(Runnable action) {
        onEnd.remove(action);
    }
}
