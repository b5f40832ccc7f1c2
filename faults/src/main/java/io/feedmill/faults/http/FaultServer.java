package io.feedmill.faults.http;

import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.statistics.Tally;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpField;
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

/** Listens on 127.0.0.1; every request has a virtual thread. */
public final class FaultServer {
    /** Longer than any wait of a script that makes sense. */
    private static final Duration IDLE = Duration.ofHours(1);

    private static final int HEAD = 64 * 1024;

    /** What DynamoDB takes at most; SQS takes less. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final Server server;
    private final ServerConnector connector;

    /** Does not listen yet. */
    public FaultServer(Exchange exchange, ScriptInForce script, Tally tally, int port) {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("faults");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        server = new Server(threads);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(InetAddress.ofLiteral("127.0.0.1").getHostAddress());
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        connector.addBean(new ResetInOutage(script, tally));
        server.addConnector(connector);
        server.setHandler(new Proxying(exchange));
        server.setStopTimeout(0);
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(false);
        configuration.setRequestHeaderSize(HEAD);
        configuration.setResponseHeaderSize(HEAD);
        return configuration;
    }

    /** Returns the port. Throws an {@link java.io.IOException} if it is taken. */
    public int start() throws Exception {
        server.start();
        return connector.getLocalPort();
    }

    /** Ends what is under way as well, once nothing can come any more. */
    public void stop() throws Exception {
        try {
            server.stop();
        } finally {
            requests.shutdownNow();
        }
    }

    private record ResetInOutage(ScriptInForce script, Tally tally) implements Connection.Listener {
        @Override
        public void onOpened(Connection connection) {
            if (script.isOutage() && connection.getEndPoint() instanceof SocketChannelEndPoint socket) {
                tally.connectionReset();
                Client.resetOnClose(socket.getChannel());
                socket.close();
            }
        }
    }

    private static final class Proxying extends Handler.Abstract {
        private final Exchange exchange;

        private Proxying(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (request.getLength() > LARGEST) {
                Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
                return true;
            }
            Client client = new Client(request, response, callback);
            try {
                exchange.serve(call(request), client);
            } catch (InterruptedException e) {
                client.close();
            }
            return true;
        }

        private static HttpCall call(Request request) throws Exception {
            ByteBuffer body = Content.Source.asByteBuffer(request);
            List<Header> headers = request.getHeaders().stream()
                    .filter(field -> Hops.passes(field.getName()))
                    .map(Proxying::header)
                    .toList();
            return new HttpCall(
                    request.getMethod(),
                    request.getHttpURI().getPathQuery(),
                    headers,
                    Body.of(BufferUtil.toArray(body)));
        }

        private static Header header(HttpField field) {
            return new Header(field.getName(), field.getValue() == null ? "" : field.getValue());
        }
    }
}
