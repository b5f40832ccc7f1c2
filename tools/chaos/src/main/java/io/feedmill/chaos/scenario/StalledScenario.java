package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "stalled",
        description = "Reads feeds and health while thousands of uploads stall, then while the store is slow.")
public final class StalledScenario extends Scenario {
    private static final FollowGraph GRAPH = new GraphGenerator(1_000, 500, 0.9, 1).generate();
    private static final int POSTS = 50;
    private static final int READERS = 16;
    private static final Duration READ_PAUSE = Duration.ofMillis(20);
    private static final Duration PROBE_PAUSE = Duration.ofMillis(100);
    private static final Duration SLOW = Duration.ofSeconds(3);
    private static final Duration MAX_READ = Duration.ofSeconds(10);
    private static final Duration MAX_PROBE = Duration.ofSeconds(2);
    private static final int OK = HttpURLConnection.HTTP_OK;
    private static final int UNAVAILABLE = HttpURLConnection.HTTP_UNAVAILABLE;

    @Option(names = "--uploads", paramLabel = "N", description = "Uploads that stall (${DEFAULT-VALUE}).")
    private int uploads = 2_000;

    @Option(names = "--seconds", paramLabel = "S", description = "Length of each phase (${DEFAULT-VALUE}).")
    private int seconds = 30;

    @Override
    void checkOptions() {
        require(uploads >= 1 && uploads <= 3_500, "--uploads must be 1 to 3500.");
        require(seconds >= 5 && seconds <= 600, "--seconds must be 5 to 600.");
    }

    /** The reads of a phase, and the statuses that they may have. */
    private record Phase(String name, Set<Integer> allowed, TimedReads feeds, TimedReads health) {}

    @Override
    void run(RigRun run) {
        run.steps().importGraph(GRAPH);
        run.await(run.steps().publish(GRAPH, POSTS));
        observe("warm-up", Set.of(OK), run);
        List<Phase> phases = new ArrayList<>();
        phases.add(observe("quiet", Set.of(OK), run));
        try (StalledUploads stalled = new StalledUploads(run.rig(), uploads)) {
            phases.add(observe("%,d stalled uploads".formatted(uploads), Set.of(OK), run));
            run.screen().say("%,d uploads began".formatted(stalled.begun()));
        }
        run.rig().inject(Side.STORE, Script.of(1, Rule.of(new Fault.Latency(new Distribution.Fixed(SLOW)))));
        phases.add(observe("store of %d s a call".formatted(SLOW.toSeconds()), Set.of(OK, UNAVAILABLE), run));
        run.rig().recover();
        print(run, phases);
        phases.forEach(phase -> check(run, phase));
        run.requireNoCrash();
    }

    private Phase observe(String name, Set<Integer> allowed, RigRun run) {
        run.screen().say(name + "…");
        FeedmillProcess api = run.rig().fleet().api();
        Duration length = Duration.ofSeconds(seconds);
        Supplier<HttpRequest.Builder> feed =
                () -> HttpRequest.newBuilder(api.url().resolve("/v1/feeds/home/" + GRAPH.id(someUser())))
                        .header("Authorization", run.rig().authorization());
        URI probe = api.management().resolve("/actuator/health/readiness");
        CompletableFuture<TimedReads> health = CompletableFuture.supplyAsync(
                () -> TimedReads.during(length, 1, PROBE_PAUSE, () -> HttpRequest.newBuilder(probe)));
        return new Phase(name, allowed, TimedReads.during(length, READERS, READ_PAUSE, feed), health.join());
    }

    private static int someUser() {
        return ThreadLocalRandom.current().nextInt(GRAPH.size());
    }

    private static void print(RigRun run, List<Phase> phases) {
        Table table = new Table("", "reads", "200", "503", "p50 ms", "p99 ms", "max ms");
        for (Phase phase : phases) {
            row(table, phase.name() + ": feeds", phase.feeds());
            row(table, phase.name() + ": health", phase.health());
        }
        run.screen().show(table);
    }

    private static void row(Table table, String name, TimedReads reads) {
        table.row(
                name,
                reads.millis().size(),
                reads.of(OK),
                reads.of(UNAVAILABLE),
                "%.1f".formatted(reads.percentile(50)),
                "%.1f".formatted(reads.percentile(99)),
                "%.1f".formatted(reads.percentile(100)));
    }

    private static void check(RigRun run, Phase phase) {
        run.require(
                phase.feeds().isOnly(phase.allowed(), MAX_READ),
                "%s: feeds were answered %s"
                        .formatted(phase.name(), phase.feeds().statuses()));
        run.require(
                phase.health().isOnly(phase.allowed(), MAX_PROBE),
                "%s: health was answered %s"
                        .formatted(phase.name(), phase.health().statuses()));
    }

    @Override
    String verified() {
        return "feeds were answered within %d s, health within %d s"
                .formatted(MAX_READ.toSeconds(), MAX_PROBE.toSeconds());
    }
}
