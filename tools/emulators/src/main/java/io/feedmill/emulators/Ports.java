package io.feedmill.emulators;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Ports of 127.0.0.1. */
public final class Ports {

    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;
    private static final AtomicInteger NEXT = new AtomicInteger(new Random().nextInt(COUNT));

    private Ports() {}

    /** Returns the port if it is free. Throws a {@link PortTakenException} otherwise. 0 means any free port. */
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

    /** Returns a free port, another one each time, for a server that cannot choose one. No system uses them for outgoing connections: it stays free. */
    public static int findFree() {
        return IntStream.generate(() -> FIRST + NEXT.getAndIncrement() % COUNT)
                .limit(COUNT)
                .filter(Ports::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No port is free."));
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
    }
}
