package io.feedmill.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of 127.0.0.1. */
public final class Ports {

    private Ports() {}

    /** Returns the port, or throws a {@link PortTakenException}; 0 stands for any free port and passes. */
    public static int requireFree(String server, int port) {
        if (!isFree(port)) {
            throw new PortTakenException(server, port);
        }
        return port;
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = listen(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a port that was free a moment ago, for a server that cannot pick one and tell. */
    public static int findFree() {
        try (ServerSocket socket = listen(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
    }
}
