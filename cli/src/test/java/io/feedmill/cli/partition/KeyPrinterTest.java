package io.feedmill.cli.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.StateFile;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.PartitionListing.SegmentState;
import io.feedmill.testkit.SettableClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyPrinterTest {
    private static final PartitionListing BEGIN =
            PartitionListing.begin("homes", new MethodChoice(ScanMethod.SKIP, null, "for the test", 0), 2);

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    private StateFile<PartitionListing> file() {
        return file("homes");
    }

    private StateFile<PartitionListing> file(String table) {
        return new StateFile<>(folder.resolve("state.json"), table, PartitionsCommand.FORMAT);
    }

    private KeyPrinter printer(OutputStream stream, boolean json) {
        return new KeyPrinter(
                new PrintStream(stream, false, StandardCharsets.UTF_8),
                json,
                Optional.of(file()),
                clock::nanoTime,
                BEGIN);
    }

    private static PartitionListing listing(boolean done, long found) {
        SegmentState state = new SegmentState(null, KeyValue.string("ann"), done);
        return new PartitionListing("homes", ScanMethod.SKIP, null, List.of(state, state), 2.5, found);
    }

    @Test
    void printsValuesOrDynamoDbJson() {
        List<KeyValue> keys = List.of(KeyValue.string("ann"), new KeyValue(ScalarType.N, "7"));
        printer(out, false).accept(keys, listing(false, 2));
        printer(out, true).accept(keys, listing(false, 2));
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("ann", "7", "{\"S\":\"ann\"}", "{\"N\":\"7\"}");
    }

    /** A client of the table chose them. */
    @Test
    void escapesWhatControlsATerminalOrEndsALine() {
        List<KeyValue> keys = List.of(
                KeyValue.string("a\u001b]0;x\u0007"), KeyValue.string("b\nc"), KeyValue.string("\u009b2J\u202e\u2066"));
        printer(out, false).accept(keys, listing(false, 3));
        printer(out, true).accept(keys.subList(2, 3), listing(false, 3));
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "a\\u001b]0;x\\u0007",
                        "b\\u000ac",
                        "\\u009b2J\\u202e\\u2066",
                        "{\"S\":\"\\u009b2J\\u202e\\u2066\"}");
    }

    @Test
    void aStateIsNoPipe() {
        StateFile<PartitionListing> state = new StateFile<>(Path.of("/dev/null"), "homes", PartitionsCommand.FORMAT);
        assertThatThrownBy(state::read)
                .isInstanceOf(CommandException.class)
                .hasMessage("/dev/null is no regular file: name another with --state.");
    }

    @Test
    void savesThePositionEverySecond() {
        KeyPrinter printer = printer(out, false);
        printer.accept(List.of(), listing(false, 1));
        assertThat(file().read()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        printer.accept(List.of(), listing(false, 2));
        assertThat(file().read()).contains(listing(false, 2));
    }

    @Test
    void removesTheFileOfAFinishedListing() {
        file().write(listing(false, 1));
        KeyPrinter printer = printer(out, false);
        printer.accept(List.of(), listing(true, 2));
        printer.save();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void stopsWhenTheOutputIsClosed() {
        KeyPrinter printer = printer(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("closed");
                    }
                },
                false);
        assertThatThrownBy(() -> printer.accept(List.of(KeyValue.string("ann")), listing(false, 1)))
                .isInstanceOf(CommandException.class);
        assertThat(printer.listing()).isEqualTo(BEGIN);
    }

    @Test
    void refusesAnotherTablesStateAndOtherContent() throws IOException {
        file().write(listing(false, 1));
        assertThatThrownBy(() -> file("posts").read()).hasMessageContaining("other work (homes)");
        Files.writeString(folder.resolve("state.json"), "{}");
        assertThatThrownBy(() -> file().read()).hasMessageContaining("has no state of this command");
    }

    @Test
    void aCursorIsOneWordForItsTable() {
        String cursor = PartitionsCommand.cursor(listing(false, 7));
        assertThat(cursor).matches("[A-Za-z0-9_-]+");
        assertThat(PartitionsCommand.position(cursor, "homes")).isEqualTo(listing(false, 7));
        assertThatThrownBy(() -> PartitionsCommand.position(cursor, "posts"))
                .hasMessageContaining("another table (homes)");
        for (String none : List.of("", "e30", "no cursor")) {
            assertThatThrownBy(() -> PartitionsCommand.position(none, "homes")).isInstanceOf(CommandException.class);
        }
    }
}
