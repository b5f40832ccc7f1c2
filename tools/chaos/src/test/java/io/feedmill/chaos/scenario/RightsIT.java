package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.client.AdminClient;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.Table;
import io.feedmill.faults.protocol.Permission;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The roles grant what the processes call, and nothing else: the fault proxies record each call. Prints where each right was seen first. */
@Tag("full")
@Timeout(900)
class RightsIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final List<String> PROCESSES = List.of("api", "worker", "operator", "schema");

    /** Rights that no step uses, and why the roles have them. */
    private static final Map<Right, String> UNSEEN = Map.of(
            new Right("worker", new Permission("s3:PutObject", "reports")),
            "no emulator has S3: BucketTargetIT writes to a stub",
            new Right("worker", new Permission("dynamodb:DeleteItem", "follows")),
            "only the end of an unfollow beside a late write of an import ends the follow again",
            new Right("worker", new Permission("dynamodb:PutItem", "readers")),
            "as well");

    /** APIs read all recalls each 30 s, and delete those that are over. */
    private static final Duration LAST_CALLS = Duration.ofMinutes(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder = Path.of("");

    @AutoClose
    private static Rig rig;

    /** Where each right was seen first. */
    private final NavigableMap<Right, String> seen = new TreeMap<>();

    @BeforeAll
    static void start() {
        Map<String, String> variables = Map.of(
                "FEEDMILL_ADMIN_ENABLED",
                "true",
                "FEEDMILL_FANOUT_ON_READ_FROM",
                Integer.toString(OtherCalls.FOLLOWERS));
        Rig.Settings settings = new LivingScenario().settings().with(variables);
        rig = Rig.start(settings, new Workspace(FeedmillCommand.workspace(folder)), Screen.plain(System.out));
    }

    @Test
    void theRolesGrantEachCallAndNothingElse() throws IOException, InterruptedException {
        record("start");
        // Before the walks, whose announcement is on all pages.
        live();
        record("chaos living");
        walk();
        OtherCalls others = new OtherCalls(rig, LIMIT);
        others.make();
        record("other calls");
        others.redrive();
        record("redrive");
        listPartitions();
        operate();
        others.stopWorkers();
        compare(Roles.read());
    }

    private static void live() {
        LivingScenario living = new LivingScenario();
        new CommandLine(living).parseArgs("--sequences=6", "--events=80", "--cuts=4", "--seed=1");
        assertThat(living.run(rig, Screen.plain(System.out), LIMIT)).isTrue();
    }

    private void walk() throws IOException, InterruptedException {
        URI api = rig.fleet().api().url();
        Walks walks = new Walks(api, new StackFiles(folder).keys(api.getPort()), folder);
        for (String page : Walks.PAGES) {
            walks.run(page);
            record("docs/" + page + ".md");
        }
    }

    private void listPartitions() throws InterruptedException {
        AdminClient admin = rig.feedmill().admin();
        for (Table table : CommonConfiguration.tables()) {
            String name = "feedmill-" + table.suffix();
            assertThat(admin.partitions(name, null, null, null)).doesNotHaveDuplicates();
            run(Map.of(), "partitions", name);
        }
        assertThat(admin.partitions("feedmill-rooms", "index", "by_time", null)).isNotEmpty();
        admin.partitions("feedmill-notifications", "index", "by_time", null);
        record("partitions by calls");
        for (String table : List.of("feedmill-notifications", "feedmill-rooms")) {
            run(Map.of(), "partitions", table, "--method=index", "--index=by_time");
        }
    }

    /** The second application sets what ElasticMQ does not tell. */
    private void operate() throws InterruptedException {
        run(Map.of(), "schema", "check");
        run(StorageAccess.variables("rights-"), "schema", "apply", "--yes");
        run(StorageAccess.variables("rights-"), "schema", "apply", "--yes");
        run(Map.of(), "audit", "--all", "--margin=0", "--repair", "--repair-extras");
    }

    /** Runs a command of operators. The emulators lack settings, and the audit finds posts that the walks have just published. */
    private void run(Map<String, String> variables, String... words) throws InterruptedException {
        Map<String, String> environment = new TreeMap<>(rig.connection(Side.WORKER_QUEUES));
        environment.put("AWS_SDK_UA_APP_ID", "feedmill-" + (words[0].equals("schema") ? "schema" : "operator"));
        environment.putAll(variables);
        try (FeedmillCommand command = FeedmillCommand.start(folder, environment, words)) {
            assertThat(command.exitCode(LIMIT)).as(command.err()).isIn(0, 1, 3);
        }
        record(words[0]);
    }

    private void record(String step) {
        PROCESSES.forEach(process -> rig.permissions("feedmill-" + process).stream()
                .map(used -> new Permission(used.action(), used.resource().replaceFirst("^(feedmill|rights)-", "")))
                .forEach(used -> seen.putIfAbsent(new Right(process, used), step)));
    }

    private static Set<Right> without(NavigableMap<Right, ?> all, NavigableMap<Right, ?> others) {
        Set<Right> rest = new TreeSet<>(all.keySet());
        rest.removeAll(others.keySet());
        return rest;
    }

    private void compare(NavigableMap<Right, String> granted) {
        RunClock.await(
                () -> {
                    record("end");
                    return without(granted, seen).equals(UNSEEN.keySet());
                },
                Duration.ofSeconds(1),
                LAST_CALLS);
        seen.forEach((right, step) -> System.out.printf(
                "%-8s %-28s %-22s %s%n",
                right.process(), right.permission().action(), right.permission().resource(), step));
        assertThat(seen.keySet()).extracting(Right::process).containsAll(PROCESSES);
        assertThat(without(seen, granted)).as("used and not granted").isEmpty();
        assertThat(without(granted, seen))
                .as("granted and not used: remove the grant, or say why it is there")
                .containsExactlyInAnyOrderElementsOf(UNSEEN.keySet());
    }
}
