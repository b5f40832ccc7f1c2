package io.feedmill.faults.http;

import io.feedmill.faults.http.HttpCall.Header;
import io.feedmill.faults.protocol.Body;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A server on 127.0.0.1. It reads whole requests and passes each to an exchange, on a virtual thread. */
public final class ProxyServer {
    /** Longer than any sensible wait in a script. */
    private static final Duration IDLE = Duration.ofHours(1);

    private static final int MAX_HEAD = 64 * 1024;

    /** DynamoDB's maximum; that of SQS is lower. */
    private static final int MAX_BODY = 16 * 1024 * 1024;

    /** Enough for a usual request: a batch of 25 small items has 10 KiB. */
    private static final int INPUT_BUFFER = 32 * 1024;

    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final Server server;
    private final ServerConnector connector;

    /** A handler of a proxy's requests. Thread-safe. */
    public interface Exchange {
        /** Serves one request on its own thread. The client gets an answer or loses its connection. */
        void serve(HttpCall call, Client client) throws InterruptedException;

        /** Returns whether to reset a new connection. */
        default boolean resetsNewConnection() {
            return false;
        }
    }

    /** Does not listen yet. */
    public ProxyServer(Exchange exchange, int port) {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("proxy");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        server = new Server(threads);
        connector = new ServerConnector(server, 1, 1, http());
        connector.setHost(InetAddress.ofLiteral("127.0.0.1").getHostAddress());
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        connector.addBean(new Connection.Listener() {
            @Override
            public void onOpened(Connection connection) {
                if (connection.getEndPoint() instanceof SocketChannelEndPoint socket
                        && exchange.resetsNewConnection()) {
                    Client.resetOnClose(socket.getChannel());
                    socket.close();
                }
            }
        });
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                serve(exchange, request, response, callback);
                return true;
            }
        });
        server.setStopTimeout(0);
    }

    private static HttpConnectionFactory http() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(false);
        configuration.setRequestHeaderSize(MAX_HEAD);
        configuration.setResponseHeaderSize(MAX_HEAD);
        HttpConnectionFactory http = new HttpConnectionFactory(configuration);
        http.setInputBufferSize(INPUT_BUFFER);
        return http;
    }

    private static void serve(Exchange exchange, Request request, Response response, Callback callback)
            throws Exception {
        if (request.getLength() > MAX_BODY) {
            Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
            return;
        }
        Body body = Body.of(BufferUtil.toArray(Content.Source.asByteBuffer(request)));
        List<Header> headers = request.getHeaders().stream()
                .map(field -> new Header(field.getName(), Objects.requireNonNullElse(field.getValue(), "")))
                .filter(Header::isEndToEnd)
                .toList();
        Client client = new Client(request, response, callback);
        try {
            exchange.serve(
                    new HttpCall(request.getMethod(), request.getHttpURI().getPathQuery(), headers, body), client);
        } catch (InterruptedException e) {
            client.close();
        }
    }

    /** Returns the port. Throws an {@link java.io.IOException} if it is taken. */
    public int start() throws Exception {
        server.start();
        return connector.getLocalPort();
    }

    /** Stops accepting requests, then ends those under way. */
    public void stop() throws Exception {
        try {
            server.stop();
        } finally {
            requests.shutdownNow();
        }
    }
}
