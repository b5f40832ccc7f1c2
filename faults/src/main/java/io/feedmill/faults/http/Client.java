package io.feedmill.faults.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Who sent a request and waits for what comes. It gets exactly one of: an answer, the end of its connection, a reset. */
final class Client {
    private final Request request;
    private final Response response;
    private final Callback callback;

    Client(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    void answer(HttpAnswer answer) {
        response.setStatus(answer.status());
        answer.headers().forEach(header -> response.getHeaders().add(header.name(), header.value()));
        response.write(true, ByteBuffer.wrap(answer.body().bytes()), callback);
    }

    /** Ends the connection without an answer. */
    void close() {
        endPoint().close();
        callback.succeeded();
    }

    /** Ends the connection by a TCP RST. */
    void reset() {
        if (endPoint() instanceof SocketChannelEndPoint socket) {
            resetOnClose(socket);
        }
        close();
    }

    /** Makes the connection end by a TCP RST when it is closed. */
    static void resetOnClose(SocketChannelEndPoint endPoint) {
        try {
            endPoint.getChannel().setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EndPoint endPoint() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }
}
