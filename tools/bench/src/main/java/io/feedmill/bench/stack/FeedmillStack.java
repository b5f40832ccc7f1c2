package io.feedmill.bench.stack;

import io.feedmill.emulators.Ports;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An API and workers, the production jars as processes of their own. Closing it kills them: nobody needs what they would still do. */
public final class FeedmillStack implements AutoCloseable {
    /** As in production. On a laptop polls are short, so that a worker ends soon when it is told to; here nobody tells it. */
    private static final Map<String, String> POLLS = Map.of("FEEDMILL_LISTENERS_POLL_TIMEOUT", "10s");

    private static final Duration STOP = Duration.ofMinutes(1);

    private final FeedmillProcess api;
    private List<FeedmillProcess> workers;
    private final FeedmillClient client;

    private FeedmillStack(FeedmillProcess api, List<FeedmillProcess> workers) {
        this.api = api;
        this.workers = workers;
        this.client = new FeedmillClient(api.url());
    }

    /** Starts so many workers with these variables of the environment, and an API, and waits until they are ready. */
    public static FeedmillStack start(
            Emulators emulators, Endpoints endpoints, int workers, Map<String, String> variables, Screen screen) {
        screen.say("starting an API and %d %s…".formatted(workers, workers == 1 ? "worker" : "workers"));
        Map<String, String> plain = endpoints.with(Map.of());
        FeedmillProcess api = new FeedmillProcess(emulators.platform(), "api", "api", Ports.findFree(), plain);
        Map<String, String> worker = new TreeMap<>(POLLS);
        worker.putAll(variables);
        List<FeedmillProcess> all = IntStream.rangeClosed(1, workers)
                .mapToObj(number -> new FeedmillProcess(
                        emulators.platform(), "worker", "worker-" + number, Ports.findFree(), endpoints.with(worker)))
                .toList();
        FeedmillStack stack = new FeedmillStack(api, all);
        try {
            stack.members().forEach(FeedmillProcess::start);
            stack.members().forEach(FeedmillProcess::awaitReady);
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    public FeedmillClient client() {
        return client;
    }

    /** Those that run. */
    public List<FeedmillProcess> workers() {
        return workers;
    }

    /** Has only so many workers go on; the others finish what they are at. */
    public void keep(int count) {
        List<FeedmillProcess> surplus = workers.subList(count, workers.size());
        surplus.parallelStream().forEach(process -> process.stop(STOP));
        workers = workers.subList(0, count);
    }

    /** The time on any core of all workers that run. */
    public CpuClock workersCpu() {
        return CpuClock.of(workers.stream().map(FeedmillProcess::pid).toList());
    }

    @Override
    public void close() {
        client.close();
        members().forEach(FeedmillProcess::close);
    }

    private Stream<FeedmillProcess> members() {
        return Stream.concat(Stream.of(api), workers.stream());
    }
}
