package io.feedmill.client;

import io.feedmill.client.FeedmillClient.LiveEvent;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/** Reads the events of an answer as they arrive. Skips unknown ones, and closes the connection after a silence. For one thread. */
record LiveEvents(HttpResponse<Stream<String>> answer, Iterator<String> lines, Executor silence) {
    /** Lines as they arrive; a problem as one text. */
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
            throw new ProblemException(answer.request(), 0, ProblemException.NO_TYPE, " was cut: " + reason, reason);
        }
    }

    private boolean hasNext() {
        CompletableFuture<Void> end = CompletableFuture.runAsync(answer.body()::close, silence);
        try {
            return lines.hasNext();
        } finally {
            end.cancel(false);
        }
    }

    private static @Nullable LiveEvent event(String name, String data) {
        return switch (name) {
            case "page" -> new LiveEvent.Page(Transport.JSON.readValue(data, new TypeReference<>() {}));
            case "put" -> new LiveEvent.Put(Transport.JSON.readValue(data, FeedItem.class));
            case "remove" -> Transport.JSON.readValue(data, LiveEvent.Remove.class);
            case "end" -> Transport.JSON.readValue(data, LiveEvent.End.class);
            default -> null;
        };
    }
}
