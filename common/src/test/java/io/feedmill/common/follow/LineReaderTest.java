package io.feedmill.common.follow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowLines.LineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

    @Test
    void readsLinesByNumber() throws IOException {
        assertThat(read("a b\n\nc")).containsExactly("1:a b", "2:", "3:c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\nb\n", "a\r\nb\r\n", "a\r\nb"})
    void takesBothEndsOfLinesAndNone(String text) throws IOException {
        assertThat(read(text)).containsExactly("1:a", "2:b");
    }

    @Test
    void anEmptyBodyHasNoLines() throws IOException {
        assertThat(read("")).isEmpty();
    }

    @Test
    void skipsTheRestOfALongLine() throws IOException {
        assertThat(read("12345678\n123456789\nshort\n" + "x".repeat(100_000) + "\nlast"))
                .containsExactly("1:12345678", "2:too long", "3:short", "4:too long", "5:last");
    }

    @Test
    void tellsWhatIsNotUtf8() throws IOException {
        assertThat(read("\u00c3\u00a9\n\u00e9\n\u00ed\u00a0\u0080\na"))
                .containsExactly("1:\u00e9", "2:?", "3:?", "4:a");
    }

    /** Encodes each character as one byte. */
    private static List<String> read(String bytes) throws IOException {
        LineReader reader = new LineReader(new ByteArrayInputStream(bytes.getBytes(ISO_8859_1)), 8);
        List<String> lines = new ArrayList<>();
        while (reader.next()) {
            String text = reader.tooLong() ? "too long" : reader.text().orElse("?");
            lines.add(reader.number() + ":" + text);
        }
        return lines;
    }
}
