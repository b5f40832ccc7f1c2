package io.feedmill.bench.stack;

import io.feedmill.emulators.Ports;
import io.feedmill.stack.Member;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.load.Parallel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An API and workers: the production jars, as processes of their own. Closing it kills them. */
public final class FeedmillStack implements AutoCloseable {
    /** The production value. The embedded stack polls for a shorter time, so that a worker stops sooner. */
    private static final Map<String, String> POLLS = Map.of("FEEDMILL_LISTENERS_POLL_TIMEOUT", "10s");

    private static final Duration STOP = Duration.ofMinutes(1);
    private static final int LINES_A_CALL = 2_000;

    private final Member api;
    private List<Member> workers;
    private final FeedmillClient client;

    private FeedmillStack(Member api, List<Member> workers) {
        this.api = api;
        this.workers = workers;
        this.client = new FeedmillClient(api.url());
    }

    /** Starts an API and workers, and waits until they are ready. The workers get the variables as environment. */
    public static FeedmillStack start(
            Emulators emulators, Endpoints endpoints, int workers, Map<String, String> variables) {
        emulators.screen().say("starting an API and %d %s…".formatted(workers, workers == 1 ? "worker" : "workers"));
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

    /** Returns the contender that delivers the posts. */
    public Feedmill feedmill(String name, Posts posts, CpuClock storeCpu) {
        CpuClock workersCpu = CpuClock.of(workers.stream().map(Member::pid).toList());
        return new Feedmill(name, new FanOut(client), posts, workersCpu, storeCpu);
    }

    /** Imports follows of one author. */
    public void follow(String author, List<String> users) {
        for (int from = 0; from < users.size(); from += LINES_A_CALL) {
            List<String> part = users.subList(from, Math.min(from + LINES_A_CALL, users.size()));
            client.importFollows(
                    part.stream().map(user -> user + " " + author + "\n").collect(Collectors.joining()));
        }
    }

    /** Returns the running workers. */
    public List<Member> workers() {
        return workers;
    }

    /** Stops all workers but the first ones. */
    public void keep(int count) {
        List<Member> surplus = workers.subList(count, workers.size());
        Parallel.map(surplus, surplus.size(), member -> member.stop(STOP));
        workers = workers.subList(0, count);
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
