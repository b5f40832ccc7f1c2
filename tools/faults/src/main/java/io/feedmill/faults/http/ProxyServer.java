package io.feedmill.faults.http;

import io.feedmill.faults.http.ExchangeHandler.Exchange;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A server on 127.0.0.1. Each request has a virtual thread, unless its handler is non-blocking. */
public final class ProxyServer {
    /** Longer than any sensible wait in a script. */
    private static final Duration IDLE = Duration.ofHours(1);

    private static final int MAX_HEAD = 64 * 1024;

    /** Enough for a usual request: a batch of 25 small items has 10 KiB. */
    private static final int INPUT_BUFFER = 32 * 1024;

    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final Server server;
    private final ServerConnector connector;

    /** Does not listen yet. */
    public ProxyServer(Exchange exchange, int port) {
        this(new ExchangeHandler(exchange), port);
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
    }

    public ProxyServer(Handler handler, int port) {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("proxy");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        server = new Server(threads);
        connector = new ServerConnector(server, 1, 1, http());
        connector.setHost(InetAddress.ofLiteral("127.0.0.1").getHostAddress());
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        server.addConnector(connector);
        server.setHandler(handler);
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
