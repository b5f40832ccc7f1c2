package io.feedmill.bench.stack;

import io.feedmill.emulators.Ports;
import io.feedmill.stack.Member;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Parallel;
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

    private final Member api;
    private List<Member> workers;
    private final FeedmillClient client;

    private FeedmillStack(Member api, List<Member> workers) {
        this.api = api;
        this.workers = workers;
        this.client = new FeedmillClient(api.url());
    }

    /** Starts so many workers with these variables of the environment, and an API, and waits until they are ready. */
    public static FeedmillStack start(
            Emulators emulators, Endpoints endpoints, int workers, Map<String, String> variables, Screen screen) {
        screen.say("starting an API and %d %s…".formatted(workers, workers == 1 ? "worker" : "workers"));
        Map<String, String> plain = endpoints.with(Map.of());
        Member api = new Member(emulators.platform(), "api", "api", Ports.findFree(), plain);
        Map<String, String> worker = new TreeMap<>(POLLS);
        worker.putAll(variables);
        List<Member> all = IntStream.rangeClosed(1, workers)
                .mapToObj(number -> new Member(
                        emulators.platform(), "worker", "worker-" + number, Ports.findFree(), endpoints.with(worker)))
                .toList();
        FeedmillStack stack = new FeedmillStack(api, all);
        try {
            stack.members().forEach(Member::start);
            stack.members().forEach(Member::awaitReady);
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
    public List<Member> workers() {
        return workers;
    }

    /** Has only so many workers go on; the others finish what they are at. */
    public void keep(int count) {
        List<Member> surplus = workers.subList(count, workers.size());
        Parallel.map(surplus, surplus.size(), member -> member.stop(STOP));
        workers = workers.subList(0, count);
    }

    /** The time on any core of all workers that run. */
    public CpuClock workersCpu() {
        return CpuClock.of(workers.stream().map(Member::pid).toList());
    }

    @Override
    public void close() {
        client.close();
        members().forEach(Member::close);
    }

    private Stream<Member> members() {
        return Stream.concat(Stream.of(api), workers.stream());
    }
}
