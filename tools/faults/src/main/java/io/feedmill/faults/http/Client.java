package io.feedmill.faults.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sender of a request. It gets exactly one of: an answer, the end of its connection, a reset. */
public record Client(Request request, Response response, Callback callback) {
    private static final Logger LOG = LoggerFactory.getLogger(Client.class);

    public void answer(HttpAnswer answer) {
        response.setStatus(answer.status());
        answer.headers().forEach(header -> response.getHeaders().add(header.name(), header.value()));
        response.write(true, ByteBuffer.wrap(answer.body().bytes()), callback);
    }

    /** Ends the connection without an answer. */
    public void close() {
        endPoint().close();
        callback.succeeded();
    }

    /** Ends the connection by a TCP RST. */
    public void reset() {
        if (endPoint() instanceof SocketChannelEndPoint socket) {
            resetOnClose(socket.getChannel());
        }
        close();
    }

    /** Makes closing the connection send a TCP RST. Has no effect on a closed connection. */
    static void resetOnClose(SocketChannel connection) {
        try {
            connection.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("Connection ended before its reset");
        }
    }

    private EndPoint endPoint() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }
}
