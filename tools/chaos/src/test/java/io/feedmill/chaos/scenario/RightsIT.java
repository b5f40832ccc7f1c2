package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.faults.protocol.Permission;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The roles grant what the processes call: the fault proxies record each call. Prints where each right was seen first, and the rights that were not seen. */
@Tag("full")
@Timeout(900)
class RightsIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final List<String> PROCESSES = List.of("api", "worker", "operator");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder = Path.of("");

    private static Rig rig;

    /** Where each right was seen first. */
    private final NavigableMap<Right, String> seen = new TreeMap<>();

    @BeforeAll
    static void start() {
        Rig.Settings settings = new LivingScenario().settings().with(Map.of("FEEDMILL_ADMIN_ENABLED", "true"));
        rig = Rig.start(settings, new Workspace(FeedmillCommand.workspace(folder)), Screen.plain(System.out));
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @Test
    void theRolesGrantEachCall() throws IOException, InterruptedException {
        record("start");
        // Before the walks, whose announcement is on all pages.
        live();
        record("chaos living");
        URI api = rig.fleet().api().url();
        Walks walks = new Walks(api, new StackFiles(folder).keys(api.getPort()), folder);
        for (String page : Walks.PAGES) {
            walks.run(page);
            record("docs/" + page + ".md");
        }
        operate();
        compare(Roles.read());
    }

    private static void live() {
        LivingScenario living = new LivingScenario();
        new CommandLine(living).parseArgs("--sequences=6", "--events=20", "--cuts=4", "--seed=1");
        assertThat(living.run(rig, Screen.plain(System.out), LIMIT)).isTrue();
    }

    private void operate() throws InterruptedException {
        run("schema", "check");
        run("partitions", "feedmill-authors");
        run("audit", "--all", "--margin=0", "--repair", "--repair-extras");
    }

    /** Runs a command of operators. The emulators lack settings, and the audit finds posts that the walks have just published. */
    private void run(String... words) throws InterruptedException {
        Map<String, String> environment = new TreeMap<>(rig.connection(Side.WORKER_QUEUES));
        environment.put("AWS_SDK_UA_APP_ID", "feedmill-operator");
        try (FeedmillCommand command = FeedmillCommand.start(folder, environment, words)) {
            assertThat(command.exitCode(LIMIT)).as(command.err()).isIn(0, 1, 3);
        }
        record(words[0]);
    }

    private void record(String step) {
        PROCESSES.forEach(process -> rig.permissions("feedmill-" + process).stream()
                .map(used -> new Permission(used.action(), used.resource().replaceFirst("^feedmill-", "")))
                .forEach(used -> seen.putIfAbsent(new Right(process, used), step)));
    }

    private static List<String> without(NavigableMap<Right, ?> all, NavigableMap<Right, ?> others) {
        return all.keySet().stream()
                .filter(right -> !others.containsKey(right))
                .map(Right::toString)
                .toList();
    }

    private void compare(NavigableMap<Right, String> granted) {
        seen.forEach((right, step) -> System.out.printf(
                "%-8s %-28s %-22s %s%n",
                right.process(), right.permission().action(), right.permission().resource(), step));
        assertThat(seen.keySet()).extracting(Right::process).containsAll(PROCESSES);
        without(granted, seen).forEach(right -> System.out.println("not seen: " + right));
        assertThat(without(seen, granted)).as("used and not granted").isEmpty();
    }
}
