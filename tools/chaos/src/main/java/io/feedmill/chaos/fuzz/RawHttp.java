package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
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
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.SessionInputBuffer;

/** Sends any bytes to a server, each time on a connection of its own, whose sending side it closes. Thread-safe. */
public record RawHttp(InetSocketAddress server, Duration limit) {
    private static final int BUFFER = 16 * 1024;

    /** @param limit the time from the connection to the end of the answers */
    public RawHttp(URI server, Duration limit) {
        this(new InetSocketAddress(server.getHost(), server.getPort()), limit);
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
     * @param rest what is no answer; empty if there is one
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
        List<Answer> answers = answers(received.toByteArray(), isHead);
        String rest = answers.isEmpty() ? received.toString(ISO_8859_1) : "";
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return new Exchange(answers, timedOut && answers.isEmpty(), rest, took);
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

    private static List<Answer> answers(byte[] received, boolean isHead) {
        List<Answer> answers = new ArrayList<>();
        InputStream in = new ByteArrayInputStream(received);
        SessionInputBuffer buffer = new SessionInputBufferImpl(BUFFER);
        try {
            while (true) {
                ClassicHttpResponse response = new DefaultHttpResponseParser().parse(buffer, in);
                int status = response.getCode();
                boolean hasBody = status >= 200 && status != 204 && status != 304 && !isHead;
                String body = hasBody ? body(response, buffer, in) : "";
                if (status >= 200) {
                    answers.add(new Answer(status, headers(response), body));
                }
            }
        } catch (IOException | HttpException ignored) {
            // No further answer.
        }
        return answers;
    }

    private static String body(ClassicHttpResponse response, SessionInputBuffer buffer, InputStream in)
            throws HttpException {
        long length = DefaultContentLengthStrategy.INSTANCE.determineLength(response);
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (InputStream body = length == ContentLengthStrategy.CHUNKED
                ? new ChunkedInputStream(buffer, in)
                : length < 0 ? new IdentityInputStream(buffer, in) : new ContentLengthInputStream(buffer, in, length)) {
            body.transferTo(received);
        } catch (IOException ignored) {
            // The part that came is no JSON.
        }
        return received.toString(UTF_8);
    }

    private static Map<String, String> headers(ClassicHttpResponse response) {
        Map<String, String> headers = new TreeMap<>();
        for (Header header : response.getHeaders()) {
            headers.merge(header.getName().toLowerCase(Locale.ROOT), header.getValue(), (a, b) -> a + "," + b);
        }
        return headers;
    }
}
