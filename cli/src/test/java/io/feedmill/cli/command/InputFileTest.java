package io.feedmill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InputFileTest {

    @TempDir
    private Path folder = Path.of("");

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** Returns a pipe, into which another thread writes part after part. */
    private Path pipe(byte[]... parts) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread.startVirtualThread(() -> {
            try (OutputStream out = Files.newOutputStream(pipe)) {
                for (byte[] part : parts) {
                    out.write(part);
                    out.flush();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        return pipe;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsAFileAndAPipeToTheirEnds() throws Exception {
        InputFile file = new InputFile(Files.writeString(folder.resolve("file"), "Grüße"));
        InputFile pipe = new InputFile(pipe(bytes("Gr"), bytes("üße")));
        assertThat(file.text()).isEqualTo("Grüße");
        assertThat(pipe.text()).isEqualTo("Grüße");
        assertThat(file.isRegular()).isTrue();
        assertThat(pipe.isRegular()).isFalse();
    }

    @Test
    void readsStandardInput() {
        assertThat(standardInput(new ByteArrayInputStream(bytes("hello")))).isEqualTo("hello");
        assertThat(new InputFile(Path.of("-")).isRegular()).isFalse();
    }

    private static String standardInput(InputStream input) {
        InputStream before = System.in;
        try {
            System.setIn(input);
            return new InputFile(Path.of("-")).text();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void readsGzipUnderAnyName() throws IOException {
        assertThat(new InputFile(Files.write(folder.resolve("text"), gzip("hello"))).text())
                .isEqualTo("hello");
    }

    /** As {@code cat a.gz b.gz} has: nothing is available yet where the second begins. */
    @Test
    void readsAllMembersOfGzipInAPipe() throws IOException {
        InputStream members = new SequenceInputStream(
                new ByteArrayInputStream(gzip("ann bob\n")), new ByteArrayInputStream(gzip("cid bob\n")));
        assertThat(standardInput(members)).isEqualTo("ann bob\ncid bob\n");
    }

    @Test
    void countsWhatIsRead() throws IOException {
        List<Long> read = new ArrayList<>();
        try (InputStream in = new InputFile(Files.writeString(folder.resolve("file"), "hello")).open(read::add)) {
            in.readAllBytes();
        }
        assertThat(read).last().isEqualTo(5L);
    }

    @Test
    void whatCannotBeReadIsOneSentence() throws IOException {
        assertUnreadable(folder.resolve("none"));
        assertUnreadable(folder);
        assertUnreadable(Files.write(folder.resolve("cut.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0}));
        assertUnreadable(Files.write(folder.resolve("latin"), new byte[] {(byte) 0xe9}));
    }

    private static void assertUnreadable(Path path) {
        assertThatThrownBy(() -> new InputFile(path).text())
                .isInstanceOf(CommandException.class)
                .hasMessage("%s cannot be read.", path);
    }
}
