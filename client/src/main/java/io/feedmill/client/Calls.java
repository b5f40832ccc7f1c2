package io.feedmill.client;

import io.feedmill.client.AdminClient.PartitionKey;
import io.feedmill.client.FeedmillClient.FollowState;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.FeedmillClient.Operation;
import io.feedmill.client.Transport.Call;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/** Makes the calls that {@link FeedmillClient} and {@link AdminClient} declare, for a viewer if a service calls for one. */
record Calls(Transport transport, @Nullable String viewer) implements InvocationHandler {
    private static final Executor SILENCE = CompletableFuture.delayedExecutor(45, TimeUnit.SECONDS);

    <T> T of(Class<T> declarations) {
        return declarations.cast(
                Proxy.newProxyInstance(declarations.getClassLoader(), new Class<?>[] {declarations}, this));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] values) throws Throwable {
        @Nullable Object[] arguments = values == null ? new Object[0] : values;
        if (method.isAnnotationPresent(Operation.class)) {
            return answer(method, new Call(method, arguments).with("viewer", viewer));
        }
        return switch (method.getName()) {
            case "as" -> new Calls(transport, String.valueOf(arguments[0])).of(FeedmillClient.class);
            case "admin" -> new Calls(transport, null).of(AdminClient.class);
            case "equals" -> arguments[0] instanceof Proxy other && equals(Proxy.getInvocationHandler(other));
            default -> method.invoke(this, values);
        };
    }

    private @Nullable Object answer(Method method, Call call) {
        JavaType type = Transport.JSON.constructType(method.getGenericReturnType());
        if (type.hasRawClass(FollowState.class)) {
            return followState(call);
        }
        if (!type.hasRawClass(Stream.class)) {
            return read(
                    transport.send(call), method.getAnnotation(Operation.class).field(), type);
        }
        if (type.containedType(0).hasRawClass(LiveEvent.class)) {
            return LiveEvents.of(transport.send(call, LiveEvents.LINES), SILENCE);
        }
        if (type.containedType(0).hasRawClass(PartitionKey.class)) {
            return Page.items(cursor -> PartitionKey.page(transport.send(call.with("cursor", cursor))));
        }
        JavaType page = Transport.JSON.getTypeFactory().constructParametricType(Page.class, type.containedType(0));
        call.with("limit", 100);
        return Page.items(cursor -> (Page<?>) read(transport.send(call.with("cursor", cursor)), "", page));
    }

    private FollowState followState(Call call) {
        try {
            return transport.send(call).statusCode() == 202 ? FollowState.REQUESTED : FollowState.FOLLOWING;
        } catch (ProblemException e) {
            if (e.is("follow-requested") || e.is("follow-not-found")) {
                return e.is("follow-requested") ? FollowState.REQUESTED : FollowState.NOT_FOLLOWING;
            }
            throw e;
        }
    }

    private static @Nullable Object read(HttpResponse<String> answer, String field, JavaType type) {
        if (type.hasRawClass(void.class)) {
            return null;
        }
        try {
            JsonNode all = Transport.JSON.readTree(answer.body());
            return Transport.JSON.treeToValue(field.isEmpty() ? all : all.get(field), type);
        } catch (JacksonException e) {
            String end = " answered something unreadable: " + e.getMessage();
            throw new ProblemException(answer.request(), answer.statusCode(), ProblemException.NO_TYPE, end, e);
        }
    }

    /** Reads the events of an answer as they arrive. Skips unknown ones, and closes the connection after a silence. For one thread. */
    record LiveEvents(HttpResponse<Stream<String>> answer, Iterator<String> lines, Executor silence) {
        static final BodyHandler<Stream<String>> LINES = answer -> answer.statusCode() / 100 == 2
                ? BodyHandlers.ofLines().apply(answer)
                : BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8), Stream::of);

        static Stream<LiveEvent> of(HttpResponse<Stream<String>> answer, Executor silence) {
            LiveEvents events = new LiveEvents(answer, answer.body().iterator(), silence);
            return Stream.generate(events::next).takeWhile(Objects::nonNull).onClose(answer.body()::close);
        }

        private @Nullable LiveEvent next() {
            String name = "";
            LiveEvent event = null;
            try {
                while (event == null && hasNext()) {
                    String line = lines.next();
                    String value = line.substring(line.indexOf(':') + 1).strip();
                    name = line.startsWith("event:") ? value : name;
                    event = line.startsWith("data:") ? event(name, value) : null;
                }
                return event;
            } catch (UncheckedIOException | JacksonException e) {
                Throwable reason = e instanceof UncheckedIOException cut ? cut.getCause() : e;
                throw new ProblemException(
                        answer.request(), 0, ProblemException.NO_TYPE, " was cut: " + reason, reason);
            }
        }

        private boolean hasNext() {
            CompletableFuture<Void> end = CompletableFuture.runAsync(answer.body()::close, silence);
            boolean more = lines.hasNext();
            end.cancel(false);
            return more;
        }

        private static @Nullable LiveEvent event(String name, String data) {
            return switch (name) {
                case "page" -> new LiveEvent.Page(Transport.JSON.readValue(data, new TypeReference<>() {}));
                case "put" -> new LiveEvent.Put(Transport.JSON.readValue(data, FeedItem.class));
                case "remove" -> Transport.JSON.readValue(data, LiveEvent.Remove.class);
                case "unseen" -> Transport.JSON.readValue(data, LiveEvent.Unseen.class);
                case "end" -> Transport.JSON.readValue(data, LiveEvent.End.class);
                default -> null;
            };
        }
    }
}
