package io.feedmill.common.follow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads lines that end with LF or CRLF, in constant memory. Not thread-safe. */
final class LineReader {
    private static final int BUFFER = 16 * 1024;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final byte[] line;
    private int position;
    private int filled;
    private int length;
    private long number;

    /** @param limit the maximum number of bytes of a line that are kept */
    LineReader(InputStream in, int limit) {
        this.in = in;
        this.line = new byte[limit];
    }

    /** Reads the next line; returns false at the end. */
    boolean next() throws IOException {
        length = 0;
        int next = read();
        if (next < 0) {
            return false;
        }
        number++;
        for (; next >= 0 && next != '\n'; next = read()) {
            append((byte) next);
        }
        return true;
    }

    /** Returns the number of the line; the first line has 1. */
    long number() {
        return number;
    }

    /** Returns whether the line has more bytes than the limit. */
    boolean tooLong() {
        return length > line.length;
    }

    /** Returns the line without its end; empty if it is not UTF-8. Only for a line that is not too long. */
    Optional<String> text() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line, 0, end);
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private void append(byte next) {
        if (length < line.length) {
            line[length] = next;
        }
        length = Math.min(length + 1, line.length + 1);
    }

    private int read() throws IOException {
        if (position == filled) {
            filled = in.read(buffer);
            position = 0;
        }
        return filled < 0 ? -1 : buffer[position++] & 0xFF;
    }
}
