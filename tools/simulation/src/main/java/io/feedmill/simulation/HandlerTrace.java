package io.feedmill.simulation;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.testkit.memory.StoreCall;
import io.feedmill.worker.work.Receipt;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes what handlers do, for {@code protocol/run --replay}: a JSON line each, with its message, its calls and their answers, and how it ended. */
final class HandlerTrace implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** The calling JVM runs one story at a time, and one thread of it. */
    private static @Nullable HandlerTrace current;
    /** Of a handler's thread, and of those that it starts. */
    private static final InheritableThreadLocal<@Nullable ObjectNode> HANDLER = new InheritableThreadLocal<>();

    private final long seed;
    private final BufferedWriter lines;
    private final Map<Thread, ObjectNode> handlers = new LinkedHashMap<>();

    private HandlerTrace(long seed, BufferedWriter lines) {
        this.seed = seed;
        this.lines = lines;
    }

    /** Writes those of the story of this seed to a file, until it is closed. */
    static HandlerTrace start(long seed, Path file) throws IOException {
        HandlerTrace trace = new HandlerTrace(seed, Files.newBufferedWriter(file, StandardCharsets.UTF_8));
        current = trace;
        return trace;
    }

    /** Writes also those that have not ended: their processes have. */
    @Override
    public void close() throws IOException {
        current = null;
        handlers.values().forEach(handler -> write(handler, "crashed"));
        lines.close();
    }

    private void write(ObjectNode handler, String end) {
        try {
            lines.write(handler.put("end", end).toString());
            lines.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A thread begins to handle a message. */
    static void begin(SimulatedProcess process, Message<String> message, Instant now) {
        HandlerTrace trace = current;
        if (trace == null) {
            return;
        }
        Receipt receipt = Receipt.of(message, now);
        ObjectNode handler = NODES.objectNode()
                .put("seed", trace.seed)
                .put("process", process.name())
                .put("receives", receipt.count())
                .put("sentAt", receipt.sentAt().toEpochMilli())
                .put("at", now.toEpochMilli())
                .put("life", process.bean(HandlerLife.class).max().toMillis());
        handler.putArray("calls");
        try {
            handler.set("message", JSON.readTree(message.getPayload()));
            trace.handlers.put(Thread.currentThread(), handler);
            HANDLER.set(handler);
        } catch (JacksonException e) {
            // no message of ours: nothing handles it
        }
    }

    /** The current thread has handled its message. */
    static void end(@Nullable Throwable failure) {
        HandlerTrace trace = current;
        ObjectNode handler = trace == null ? null : trace.handlers.remove(Thread.currentThread());
        HANDLER.remove();
        if (trace != null && handler != null) {
            trace.write(handler, failure == null ? "acknowledged" : "failed");
        }
    }

    /** Returns the client, or one whose calls are written. */
    static <T> T client(Class<T> type, T client) {
        InvocationHandler calls = (proxy, method, arguments) -> call(client, proxy, method, arguments);
        return current == null
                ? client
                : type.cast(Proxy.newProxyInstance(HandlerTrace.class.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private static @Nullable Object call(Object client, Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        SdkRequest request =
                arguments != null && arguments.length == 1 && arguments[0] instanceof SdkRequest only ? only : null;
        if (request == null && method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        HandlerTrace trace = current;
        ObjectNode handler = trace == null ? null : HANDLER.get();
        ObjectNode call = NODES.objectNode();
        if (handler != null && request != null) {
            StoreCall.current().ifPresent(store -> call.put("store", store.toString()));
            call.put("operation", method.getName());
            call.set("request", json(request));
            handler.withArray("calls").add(call);
        }
        try {
            Object result = method.invoke(client, arguments);
            if (handler != null) {
                call.set("response", json(result));
            }
            return result;
        } catch (InvocationTargetException e) {
            Throwable failure = Objects.requireNonNull(e.getCause());
            call.put("failure", failure.getClass().getSimpleName());
            switch (failure) {
                case ConditionalCheckFailedException failed -> call.set("item", json(failed.item()));
                case TransactionCanceledException failed -> call.set("reasons", json(failed.cancellationReasons()));
                default -> {}
            }
            throw failure;
        }
    }

    /** What a request or an answer of the SDK has, by the names of its members; an attribute as its value. */
    private static JsonNode json(@Nullable Object value) {
        return switch (value) {
            case AttributeValue attribute -> attribute(attribute);
            case SdkPojo pojo -> {
                ObjectNode node = NODES.objectNode();
                for (SdkField<?> field : pojo.sdkFields()) {
                    set(node, field.memberName(), field.getValueOrDefault(pojo));
                }
                yield node;
            }
            case Map<?, ?> map -> {
                ObjectNode node = NODES.objectNode();
                map.forEach((key, each) -> set(node, key.toString(), each));
                yield node;
            }
            case Collection<?> all -> {
                ArrayNode node = NODES.arrayNode();
                all.forEach(each -> node.add(json(each)));
                yield node;
            }
            case Boolean flag -> NODES.booleanNode(flag);
            case Number number -> NODES.numberNode(number.longValue());
            case null -> NODES.nullNode();
            default -> NODES.stringNode(value.toString());
        };
    }

    private static void set(ObjectNode node, String name, @Nullable Object value) {
        if (value != null && !(value instanceof Collection<?> all && all.isEmpty())) {
            node.set(name, json(value));
        }
    }

    private static JsonNode attribute(AttributeValue value) {
        return switch (value.type()) {
            case N -> NODES.numberNode(Long.parseLong(value.n()));
            case NS -> json(value.ns().stream().map(Long::valueOf).toList());
            case SS -> json(value.ss());
            case BOOL -> NODES.booleanNode(value.bool());
            default -> NODES.stringNode(String.valueOf(value.s()));
        };
    }
}
