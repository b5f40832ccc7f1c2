package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.stack.Platform;
import io.feedmill.stack.load.RunClock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Pages of some users beside listeners with full home feeds: idle ones, looked at each second, and busy ones, whose author posts every two seconds. */
final class LiveScenario {
    private static final int SOME = 100;
    private static final int MANY = 500;
    private static final int READERS = 100;
    private static final Duration WINDOW = Duration.ofSeconds(8);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ALONE = "alone";

    private final Setting setting;
    private final Feedmill feedmill;
    private final List<String> users;
    private final List<URI> pages;
    private final Table costs = new Table();
    private final Table waits = new Table();

    private LiveScenario(Setting setting, Feedmill feedmill, List<String> users) {
        this.setting = setting;
        this.feedmill = feedmill;
        this.users = users;
        this.pages = users.subList(MANY, MANY + READERS).stream()
                .map(user -> feedmill.at("/v1/feeds/home/" + user))
                .toList();
    }

    /** Samples by the listeners that there were. */
    private record Table(Map<String, List<Map<Metric, Double>>> rows) {
        Table() {
            this(new LinkedHashMap<>());
        }

        void add(String listeners, Map<Metric, Double> sample) {
            rows.computeIfAbsent(listeners, first -> new ArrayList<>()).add(sample);
        }

        Figures figures(String title) {
            List<Series> series = rows.entrySet().stream()
                    .map(row -> new Series(row.getKey(), Role.OURS, row.getValue()))
                    .toList();
            return new Figures(title, Metric.P50_MILLIS, series);
        }
    }

    static Scenario.Result run(Setting setting) {
        Deliveries feeds = Deliveries.of(MANY + READERS, 60);
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 1, Feedmill.SWEEPS);
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            bare.writes(feeds).run();
            return new LiveScenario(setting, feedmill, feeds.recipients()).measure();
        }
    }

    private Scenario.Result measure() {
        List.of(1, SOME, MANY).forEach(count -> feedmill.follow(Listeners.author(count), users.subList(0, count)));
        pages();
        pages();
        double heap = feedmill.heapInUse();
        with(1, listeners -> cost(listeners, heap));
        with(SOME, listeners -> cost(listeners, heap));
        for (int round = 0; round < setting.pick(1, 4); round++) {
            RunClock.await(() -> feedmill.metric("feedmill_live_streams") == 0, POLL, LIMIT);
            waits.add(ALONE, pages());
            with(SOME, this::readBeside);
        }
        List<String> notes = new ArrayList<>();
        with(MANY, listeners -> {
            cost(listeners, heap);
            readBeside(listeners);
            notes.add(stop(listeners));
        });
        return result(notes);
    }

    private Scenario.Result result(List<String> notes) {
        Figures events = costs.figures("from the answer to a post to its event, and what a listener costs");
        Figures reads = waits.figures("home pages of 50, one call after the other, beside listeners");
        return new Scenario.Result(
                List.of(events, reads),
                List.of(
                        Goal.LIVE_P99.measured(events.stats(busy(MANY), Metric.P99_MILLIS)),
                        Goal.LIVE_PAGE_IDLE.measured(reads.ratio(idle(SOME), ALONE, Metric.P50_MILLIS)),
                        Goal.LIVE_PAGE_BUSY.measured(reads.ratio(busy(SOME), ALONE, Metric.P50_MILLIS))),
                notes);
    }

    private static String idle(int count) {
        return "%d idle".formatted(count);
    }

    private static String busy(int count) {
        return "%d busy".formatted(count);
    }

    private void with(int count, Consumer<Listeners> measurement) {
        setting.screen().say("%d listeners…".formatted(count));
        try (Listeners listeners = Listeners.open(feedmill, users.subList(0, count))) {
            measurement.accept(listeners);
        }
    }

    /** Measures heap and store calls of listeners, and how late events are. */
    private void cost(Listeners listeners, double heapBefore) {
        double heap = (feedmill.heapInUse() - heapBefore) / 1_024 / listeners.count();
        Map<Metric, Double> quiet = withStoreCalls(listeners, () -> {
            RunClock.pause(WINDOW);
            return Map.of(Metric.HEAP_KIB, heap);
        });
        costs.add(idle(listeners.count()), quiet);
        RunClock clock = new RunClock();
        Duration end = listeners.count() == 1 ? WINDOW.multipliedBy(3) : WINDOW;
        costs.add(
                busy(listeners.count()),
                withStoreCalls(
                        listeners,
                        () -> listeners.hear(feedmill, () -> clock.now().compareTo(end) > 0)));
    }

    private Map<Metric, Double> withStoreCalls(Listeners listeners, Supplier<Map<Metric, Double>> measurement) {
        RunClock clock = new RunClock();
        double before = feedmill.metric("feedmill_dynamodb_calls_total");
        Map<Metric, Double> values = new HashMap<>(measurement.get());
        double calls = feedmill.metric("feedmill_dynamodb_calls_total") - before;
        values.put(Metric.STORE_CALLS, calls * 1e9 / clock.now().toNanos() / listeners.count());
        return values;
    }

    /** Returns p50 and p99; the CPU would be that of the listeners, too. */
    private Map<Metric, Double> pages() {
        Map<Metric, Double> values = new HashMap<>(Timing.ofCalls(
                        setting.pick(100, 1_500),
                        1,
                        call -> CallScenario.send(CallScenario.get(feedmill, pages.get(call % READERS))))
                .perCall());
        values.remove(Metric.CALL_CPU_MICROS);
        return values;
    }

    private void readBeside(Listeners listeners) {
        waits.add(idle(listeners.count()), pages());
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<?> posts = CompletableFuture.supplyAsync(() -> listeners.hear(feedmill, over::get));
        waits.add(busy(listeners.count()), pages());
        over.set(true);
        posts.join();
    }

    /** Stops the API and returns a sentence about its streams. */
    private String stop(Listeners listeners) {
        RunClock clock = new RunClock();
        CompletableFuture<Duration> stopped = CompletableFuture.supplyAsync(() -> feedmill.stopApi(LIMIT));
        int told = listeners.awaitEnd();
        double ended = clock.now().toMillis() / 1e3;
        return "SIGTERM: all of %d streams ended within %.1f s, %d by an event; the API ended after %.1f s"
                .formatted(listeners.count(), ended, told, stopped.join().toMillis() / 1e3);
    }
}
