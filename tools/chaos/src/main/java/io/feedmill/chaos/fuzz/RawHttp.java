package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends any bytes to a server, each time on a connection of its own, whose sending side it closes. Thread-safe. */
public final class RawHttp {
    private static final int BUFFER = 16 * 1024;

    private final InetSocketAddress server;
    private final Duration limit;

    /** @param limit the time from the connection to the end of the answers */
    public RawHttp(URI server, Duration limit) {
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.limit = limit;
    }

    /**
     * An answer.
     *
     * @param headers by their names in lower case; several of one name are joined by commas
     * @param body as UTF-8
     */
    public record Answer(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /**
     * What came back.
     *
     * @param answers without interim ones; empty if the server closed the connection without one
     * @param timedOut whether the server neither answered nor closed the connection in time
     * @param rest what is no answer
     */
    public record Exchange(List<Answer> answers, boolean timedOut, String rest, Duration took) {}

    /** Sends the text as Latin-1 and reads until the server closes the connection. Throws an IOException if it cannot connect. */
    public Exchange send(String text, boolean isHead) throws IOException {
        long start = System.nanoTime();
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        boolean timedOut = false;
        try (Socket socket = new Socket()) {
            socket.connect(server, Math.toIntExact(limit.toMillis()));
            // No connection stays in the state TIME_WAIT: a run has thousands.
            socket.setSoLinger(true, 0);
            write(socket, text.getBytes(ISO_8859_1));
            timedOut = !read(socket, received, start + limit.toNanos());
        }
        Parser parser = new Parser(received.toString(ISO_8859_1), isHead);
        List<Answer> answers = parser.answers();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return new Exchange(answers, timedOut && answers.isEmpty(), parser.rest(), took);
    }

    /** A server may answer and close before it has read everything. */
    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
        } catch (IOException ignored) {
            // Its answer tells.
        }
    }

    /** Returns false if the time is over. */
    private static boolean read(Socket socket, ByteArrayOutputStream received, long deadline) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = socket.getInputStream();
            while (true) {
                long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                if (left <= 0) {
                    return false;
                }
                socket.setSoTimeout(Math.toIntExact(left));
                int count = in.read(buffer);
                if (count < 0) {
                    return true;
                }
                received.write(buffer, 0, count);
            }
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Parses the answers of a connection. */
    private static final class Parser {
        private final String text;
        private final boolean isHead;
        private int at;

        Parser(String text, boolean isHead) {
            this.text = text;
            this.isHead = isHead;
        }

        List<Answer> answers() {
            List<Answer> answers = new ArrayList<>();
            int end = text.indexOf("\r\n\r\n", at);
            while (end >= 0 && text.startsWith("HTTP/1.", at)) {
                String[] lines = text.substring(at, end).split("\r\n", -1);
                at = end + 4;
                int status = Integer.parseInt(lines[0].substring(9, 12));
                Map<String, String> headers = headers(lines);
                boolean hasBody = status >= 200 && status != 204 && status != 304 && !isHead;
                String body = hasBody ? body(headers) : "";
                if (status >= 200) {
                    answers.add(new Answer(status, headers, new String(body.getBytes(ISO_8859_1), UTF_8)));
                }
                end = text.indexOf("\r\n\r\n", at);
            }
            return answers;
        }

        String rest() {
            return text.substring(Math.min(at, text.length()));
        }

        private static Map<String, String> headers(String[] lines) {
            Map<String, String> headers = new TreeMap<>();
            for (int i = 1; i < lines.length; i++) {
                String[] parts = lines[i].split(": ?", 2);
                headers.merge(
                        parts[0].toLowerCase(Locale.ROOT), parts.length < 2 ? "" : parts[1], (a, b) -> a + "," + b);
            }
            return headers;
        }

        private String body(Map<String, String> headers) {
            if (headers.containsKey("content-length")) {
                return take(Integer.parseInt(headers.get("content-length")));
            }
            return headers.getOrDefault("transfer-encoding", "").equals("chunked")
                    ? chunks()
                    : take(text.length() - at);
        }

        private String chunks() {
            StringBuilder body = new StringBuilder();
            while (true) {
                int end = text.indexOf("\r\n", at);
                if (end < 0) {
                    return body.toString();
                }
                int size = Integer.parseInt(text.substring(at, end), 16);
                at = end + 2;
                body.append(take(size));
                at = Math.min(at + 2, text.length());
                if (size == 0) {
                    return body.toString();
                }
            }
        }

        private String take(int length) {
            String part = text.substring(at, Math.min(at + length, text.length()));
            at += part.length();
            return part;
        }
    }
}
