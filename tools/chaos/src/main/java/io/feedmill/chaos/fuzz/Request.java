package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An HTTP request whose parts may be changed into anything. Its head is Latin-1, a byte a character. Not thread-safe. */
final class Request {
    String method;
    String path;
    String version = "HTTP/1.1";
    final List<String> query = new ArrayList<>();
    final List<String> headers = new ArrayList<>();
    byte[] body;
    Framing framing;

    Request(String method, String path, byte[] body) {
        this.method = method;
        this.path = path;
        this.body = body;
        this.framing = body.length == 0 ? Framing.NONE : Framing.LENGTH;
    }

    /** How the end of the body is told. */
    enum Framing {
        NONE,
        LENGTH,
        CHUNKED,
        /** Several chunks with extensions and a trailer. */
        MANY_CHUNKS,
        LENGTH_TOO_LARGE,
        LENGTH_TOO_SMALL,
        LENGTH_NEGATIVE,
        LENGTH_HUGE,
        LENGTH_NO_NUMBER,
        TWO_LENGTHS,
        LENGTH_AND_CHUNKED,
        BAD_CHUNK_SIZE,
        HUGE_CHUNK_SIZE,
        NO_LAST_CHUNK,
        UNKNOWN_CODING,
        TWO_CODINGS,
        EXPECT_CONTINUE,
        EXPECT_NONSENSE;

        /** Whether the server may wait for more, or close the connection without an answer. */
        boolean isBroken() {
            return this != NONE && this != LENGTH && this != CHUNKED && this != EXPECT_CONTINUE;
        }

        private String headers(int length) {
            return switch (this) {
                case NONE -> "";
                case LENGTH -> "Content-Length: " + length + "\r\n";
                case CHUNKED, MANY_CHUNKS, BAD_CHUNK_SIZE, HUGE_CHUNK_SIZE, NO_LAST_CHUNK ->
                    "Transfer-Encoding: chunked\r\n";
                case LENGTH_TOO_LARGE -> "Content-Length: " + (length + 10) + "\r\n";
                case LENGTH_TOO_SMALL -> "Content-Length: " + length / 2 + "\r\n";
                case LENGTH_NEGATIVE -> "Content-Length: -1\r\n";
                case LENGTH_HUGE -> "Content-Length: 99999999999999999999\r\n";
                case LENGTH_NO_NUMBER -> "Content-Length: +5, 5\r\n";
                case TWO_LENGTHS -> "Content-Length: " + length + "\r\nContent-Length: 0\r\n";
                case LENGTH_AND_CHUNKED -> "Content-Length: " + length + "\r\nTransfer-Encoding: chunked\r\n";
                case UNKNOWN_CODING -> "Transfer-Encoding: gzip, nonsense\r\n";
                case TWO_CODINGS -> "Transfer-Encoding: chunked, chunked\r\n";
                case EXPECT_CONTINUE -> "Expect: 100-continue\r\nContent-Length: " + length + "\r\n";
                case EXPECT_NONSENSE -> "Expect: nonsense\r\nContent-Length: " + length + "\r\n";
            };
        }

        private String body(String body) {
            String size = Integer.toHexString(body.length());
            return switch (this) {
                case CHUNKED, LENGTH_AND_CHUNKED, TWO_CODINGS -> size + "\r\n" + body + "\r\n0\r\n\r\n";
                case MANY_CHUNKS ->
                    body.chars()
                            .mapToObj(c -> "1;x=\"y\"\r\n" + (char) c + "\r\n")
                            .limit(500)
                            .collect(Collectors.joining("", "", "0\r\nX-Trailer: 1\r\nContent-Length: 5\r\n\r\n"));
                case BAD_CHUNK_SIZE -> "zz\r\n" + body + "\r\n0\r\n\r\n";
                case HUGE_CHUNK_SIZE -> "fffffffffffffffff\r\n" + body + "\r\n0\r\n\r\n";
                case NO_LAST_CHUNK -> size + "\r\n" + body + "\r\n";
                default -> body;
            };
        }
    }

    /** Returns the first header of that name; changes of it are made to the list. */
    int indexOf(String header) {
        for (int i = 0; i < headers.size(); i++) {
            if (headers.get(i).startsWith(header + ":")) {
                return i;
            }
        }
        return -1;
    }

    /** Replaces the header, or adds it. */
    void header(String name, String value) {
        int index = indexOf(name);
        String line = name + ": " + value;
        if (index < 0) {
            headers.add(line);
        } else {
            headers.set(index, line);
        }
    }

    /** Returns what is sent, in Latin-1. */
    String text() {
        String target = query.isEmpty() ? path : path + "?" + String.join("&", query);
        String head = method + " " + target + " " + version + "\r\n"
                + headers.stream().map(line -> line + "\r\n").collect(Collectors.joining());
        return head + framing.headers(body.length) + "\r\n" + framing.body(new String(body, ISO_8859_1));
    }
}
