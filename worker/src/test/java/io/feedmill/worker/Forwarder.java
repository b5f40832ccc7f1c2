package io.feedmill.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A TCP forwarder to a server. After a cut it accepts no connection. */
final class Forwarder implements AutoCloseable {
    private final InetSocketAddress server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket door;

    Forwarder(URI server) throws IOException {
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.door = open(0);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    /** Resets every connection and accepts no more. */
    void cut() throws IOException {
        door.close();
        sockets.forEach(Forwarder::reset);
        sockets.clear();
    }

    /** Accepts connections again, on the same port. */
    void mend() throws IOException {
        door = open(door.getLocalPort());
    }

    private ServerSocket open(int port) throws IOException {
        ServerSocket opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        Thread.startVirtualThread(() -> accept(opened));
        return opened;
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            @Nullable Socket client = null;
            try {
                client = from.accept();
                connect(client, from);
            } catch (IOException e) {
                if (client != null) {
                    reset(client);
                }
            }
        }
    }

    private void connect(Socket client, ServerSocket from) throws IOException {
        Socket target = new Socket(server.getAddress(), server.getPort());
        sockets.add(client);
        sockets.add(target);
        if (from.isClosed()) { // a cut came in between, and may not have seen these two
            reset(client);
            reset(target);
        }
        Thread.startVirtualThread(() -> copy(client, target));
        Thread.startVirtualThread(() -> copy(target, client));
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            reset(from);
            reset(to);
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** Resets the connection unless it is closed. */
    private static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // it is closed
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
