package io.feedmill.checker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes events as JSON lines. */
public final class History {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_EMPTY))
            .build();

    private History() {}

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Returns the line of an event, without the line's end. */
    public static String line(Event event) {
        return JSON.writerFor(Event.class).writeValueAsString(event);
    }

    /** Returns the event of a line. */
    public static Event event(String line) {
        return JSON.readValue(line, Event.class);
    }

    /** Reads all events of a file, as {@link #read(InputStream)} does. */
    public static List<Event> read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        }
    }

    /**
     * Reads all events; blank lines are passed over.
     *
     * @throws HistoryException if a line is none of a history, or there is none
     */
    public static List<Event> read(InputStream in) throws IOException {
        List<Event> events = new ArrayList<>();
        int number = 0;
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8.newDecoder()));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    events.add(event(line));
                }
            }
        } catch (JacksonException e) {
            throw new HistoryException("line %d: %s".formatted(number, reason(e)));
        } catch (CharacterCodingException e) {
            throw new HistoryException("after line %d: not UTF-8".formatted(number));
        }
        if (events.isEmpty()) {
            throw new HistoryException("no line");
        }
        return events;
    }

    private static String reason(JacksonException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text =
                cause instanceof JacksonException json ? json.getOriginalMessage() : String.valueOf(cause.getMessage());
        return text.lines().findFirst().orElse("unreadable");
    }

    /** Writes events to a file. */
    public static void write(Path file, Iterable<? extends Event> events) throws IOException {
        try (BufferedWriter lines = Files.newBufferedWriter(file)) {
            for (Event event : events) {
                lines.write(line(event));
                lines.newLine();
            }
        }
    }
}
