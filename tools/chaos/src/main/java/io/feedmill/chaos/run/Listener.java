package io.feedmill.chaos.run;

import io.feedmill.checker.load.Request;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A user who listens to the home feed, at one API or the other, on connections that are cut at random moments. */
public final class Listener {
    private static final Duration MAX_CONNECTION = Duration.ofSeconds(6);
    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final Clients clients;
    private final List<FeedmillProcess> apis;
    private final Request request;
    private final Random random;
    private @Nullable Connection connection;
    private int cutsLeft;
    private int connections;
    private boolean over;

    /** @param cuts the number of connections that are cut; the next one stays until the end */
    public Listener(Clients clients, List<FeedmillProcess> apis, String user, int cuts, Random random) {
        this.clients = clients;
        this.apis = apis;
        this.request =
                new Request(user, List.of(), "GET", "/v1/feeds/home/%s/live".formatted(user), Map.of(), null, false);
        this.cutsLeft = cuts;
        this.random = random;
    }

    private record Connection(long id, Stream<String> lines) {}

    /** Listens until {@link #end()}. */
    public void listen() {
        while (!isOver()) {
            long id = clients.nextId();
            Stream<String> lines = clients.open(apis.get(random.nextInt(apis.size())), request, id);
            if (lines != null) {
                Connection opened = new Connection(id, lines);
                connected(opened);
                read(opened);
                cut(opened);
            }
            RunClock.pause(BETWEEN);
        }
    }

    private void read(Connection from) {
        try {
            String event = "";
            for (Iterator<String> each = from.lines().iterator(); each.hasNext(); ) {
                String line = each.next();
                if (line.startsWith("event:")) {
                    event = line.substring("event:".length()).strip();
                } else if (line.startsWith("data:")) {
                    take(from, event, line.substring("data:".length()).strip());
                }
            }
        } catch (RuntimeException e) {
            // a cut, by either side
        }
    }

    private synchronized void take(Connection from, String event, String data) {
        if (from.equals(connection)) {
            clients.event(from.id(), event, data);
        }
    }

    private synchronized void connected(Connection opened) {
        connection = opened;
        connections++;
        if (cutsLeft > 0) {
            cutsLeft--;
            Duration life = Duration.ofMillis(random.nextLong(MAX_CONNECTION.toMillis()));
            Thread.startVirtualThread(() -> {
                RunClock.pause(life);
                cut(opened);
            });
        }
    }

    /** Closes a connection: what it has shown does not count from now on. */
    private synchronized void cut(Connection opened) {
        if (opened.equals(connection)) {
            connection = null;
            clients.event(opened.id(), "closed", null);
        }
        opened.lines().close();
    }

    private synchronized boolean isOver() {
        return over;
    }

    public synchronized int connections() {
        return connections;
    }

    public synchronized void end() {
        over = true;
        if (connection != null) {
            cut(connection);
        }
    }
}
