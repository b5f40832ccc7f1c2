package io.feedmill.laptop;

import io.feedmill.cli.command.Usage;
import io.feedmill.cli.token.ApiOption;
import io.feedmill.cli.token.ApiOption.ApiTokens;
import io.feedmill.client.FeedmillClient;
import io.feedmill.stack.EdgeListReader;
import io.feedmill.stack.EmbeddedStack;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.RunSteps;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Imports a follower graph, publishes, waits for the fan-out and reads every home feed back,",
            "with the notifications of 200 reactions and 50 mentions.",
            "Exit code 0: each delivery is found exactly once and in order, and each notification. 1: it is not, or a step failed."
        })
final class DemoCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private StackOptions stack = new StackOptions();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description =
                    "Edge list, plain or gzip; a line \"a b\": a follows b; - is standard input. Default: a generated power-law graph of 3,000 users.")
    private @Nullable Path graph;

    @Option(names = "--undirected", description = "Both users of each line follow each other.")
    private boolean undirected;

    @Option(names = "--posts", paramLabel = "N", description = "Number of posts to publish (${DEFAULT-VALUE}).")
    private int posts = 50;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Maximum time of the fan-out (${DEFAULT-VALUE}).")
    private int timeout = 900;

    @Option(names = "--exit", description = "Stop the stack at the end. Default: keep it up until Ctrl-C.")
    private boolean exit;

    @Option(
            names = "--api",
            paramLabel = "URL",
            description = "Run against the Feedmill at this URL instead of an embedded stack.")
    private @Nullable URI api;

    @Override
    public Integer call() {
        Usage.require(spec, posts > 0, "--posts must be at least 1.");
        Usage.require(spec, !undirected || graph != null, "--undirected needs a --graph.");
        if (api != null) {
            ApiOption.require(spec, api);
        }
        Screen screen = Screen.standard();
        FollowGraph follows = graph(screen);
        return api == null
                ? onEmbeddedStack(follows, screen)
                : run(
                        api,
                        FeedmillClient.of(api, ApiTokens.of(api, System.getenv()), RunSteps.PATIENT),
                        follows,
                        screen);
    }

    private FollowGraph graph(Screen screen) {
        if (graph == null) {
            screen.say("generating a graph…");
            return GraphGenerator.DEFAULT.generate();
        }
        screen.say("reading %s…".formatted(graph));
        return EdgeListReader.read(graph, undirected, screen::say);
    }

    private int onEmbeddedStack(FollowGraph follows, Screen screen) {
        EmbeddedStack.Settings pushing = stack.settings().with("FEEDMILL_FANOUT_ON_READ_FROM", "0");
        try (EmbeddedStack up = EmbeddedStack.start(pushing, Workspace.configured(), screen)) {
            screen.say(up.readyLine());
            int result = run(up.api(), up.client(), follows, screen);
            screen.say("  API metrics      " + up.management().resolve("/actuator/prometheus"));
            screen.say("  worker metrics   " + up.worker().resolve("/actuator/prometheus"));
            if (exit || result != 0) {
                return result;
            }
            screen.say("  console          " + up.console());
            screen.say("  its token        " + up.consoleToken());
            screen.say("Feedmill stays up; Ctrl-C stops it.");
            return LocalCommand.awaitStop(up, screen);
        }
    }

    private int run(URI url, FeedmillClient feedmill, FollowGraph follows, Screen screen) {
        Demo demo = new Demo(feedmill, screen, url, token(url));
        return demo.run(follows, posts, Duration.ofSeconds(timeout)) ? 0 : 1;
    }

    /** Returns what gives a token for the API in a shell. */
    private static String token(URI api) {
        return System.getenv(ApiTokens.VARIABLE) == null
                ? "$(./feedmill token demo --service --api-port %d)".formatted(api.getPort())
                : "$" + ApiTokens.VARIABLE;
    }
}
