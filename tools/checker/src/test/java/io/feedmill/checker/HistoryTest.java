package io.feedmill.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "history.md");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void readsWhatARecorderWrote() throws IOException {
        List<Event> events = Story.tell(
                List.of(
                        "settings {\"retention\":\"PT1H\",\"apis\":[\"api-1\"]}",
                        "publish p1 ann one {\"permissions\":[\"ben\"]}",
                        "ann GET posts/p1 = none",
                        "#s ann GET feeds/home/ann/live = 200",
                        "stream s put ann p1",
                        "clock api-1 5",
                        "fault 5",
                        "rest"),
                null);
        Path file = folder.resolve("history.jsonl");
        try (Recorder recorder = Recorder.to(file)) {
            events.forEach(recorder::append);
        }
        assertThat(History.read(file)).isEqualTo(events);
    }

    @Test
    void readsTheSampleOfThePage() throws IOException {
        String json = Files.readString(PAGE).split("```json\n", -1)[1].split("```", -1)[0];
        Path file = Files.writeString(folder.resolve("history.jsonl"), json.replace("\n \"", " \""));
        assertThat(History.read(file)).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | line 2: Could not resolve subtype",
                "{\"type\":\"mark\"} | line 2: kind is missing",
                "{\"type\":\"mark\",\"kind\":\"rest\"} | line 2: time is missing",
                "{\"type\":\"mark\",\"kind\":\"rest\",\"time\":\"now\"} | line 2: Text 'now' could not be parsed at index 0",
                "{\"type\":\"mark\",\"kind\":\"rust\"} | line 2: Cannot deserialize value of type",
                "{\"type\":\"mark\",\"kind\":\"rest\",\"time\":\"2026-11-28T10:00:00Z\",\"x\":1} | line 2: Unrecognized property",
                "{\"type\":\"call\",\"id\":1,\"begin\":\"2026-11-28T10:00:00Z\",\"method\":\"GET\",\"path\":\"/v1/x\",\"status\":200} | line 2: end and status: one is there without the other",
                "{\"type\":\"call\" | line 2: Unexpected end-of-input",
            })
    void namesTheBadLine(String line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("history.jsonl"), "{\"type\":\"settings\"}\n" + line + "\n");
        assertThatThrownBy(() -> History.read(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith(message)
                .message()
                .hasLineCount(1);
    }

    @Test
    void anEmptyFileIsNoHistory() throws IOException {
        Path file = Files.writeString(folder.resolve("history.jsonl"), "\n");
        assertThatThrownBy(() -> History.read(file)).hasMessage("no line");
    }
}
