package io.feedmill.cli;

import io.feedmill.cli.demo.Demo;
import io.feedmill.stack.EmbeddedStack;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
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
            "Imports a follower graph, publishes, waits for the fan-out and reads every home feed back.",
            "Exit code 0: everything is there exactly once and in order. 1: it is not, or a step failed."
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
                    "Edge list, plain or gzip; a line \"a b\": a follows b. Default: a generated power-law graph.")
    private @Nullable Path graph;

    @Option(names = "--undirected", description = "Take each edge of the file both ways.")
    private boolean undirected;

    @Option(names = "--posts", paramLabel = "N", description = "How many posts to publish (${DEFAULT-VALUE}).")
    private int posts = 50;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long the fan-out may take before the demo fails (${DEFAULT-VALUE}).")
    private int timeout = 900;

    @Option(names = "--exit", description = "End afterwards. Default: stay up until Ctrl-C.")
    private boolean exit;

    @Option(
            names = "--api",
            paramLabel = "URL",
            description = "Run against the Feedmill there, instead of starting the embedded stack.")
    private @Nullable URI api;

    @Override
    public Integer call() {
        Usage.require(spec, posts > 0, "--posts must be at least 1.");
        Usage.require(spec, !undirected || graph != null, "--undirected needs a --graph.");
        Usage.require(spec, api == null || Usage.isHttp(api), ApiOption.RULE);
        Screen screen = Screen.standard();
        FollowGraph follows = graph(screen);
        return api == null ? onEmbeddedStack(follows, screen) : run(api, follows, screen);
    }

    private FollowGraph graph(Screen screen) {
        if (graph == null) {
            screen.say("generating a graph…");
            return GraphGenerator.DEFAULT.generate();
        }
        screen.say("reading %s…".formatted(graph));
        return EdgeListReader.read(graph, undirected);
    }

    private int onEmbeddedStack(FollowGraph follows, Screen screen) {
        try (EmbeddedStack up = EmbeddedStack.start(stack.settings(), Workspace.configured(), screen)) {
            screen.say(up.readyLine());
            int result = run(up.api(), follows, screen);
            screen.say("  worker metrics   " + up.worker().resolve("/actuator/prometheus"));
            return exit || result != 0 ? result : hold(up, screen);
        }
    }

    private static int hold(EmbeddedStack up, Screen screen) {
        screen.say("Feedmill stays up; Ctrl-C stops it.");
        return Hold.untilStopped(up, screen);
    }

    private int run(URI url, FollowGraph follows, Screen screen) {
        try (FeedmillClient feedmill = new FeedmillClient(url)) {
            return new Demo(feedmill, screen, posts, Duration.ofSeconds(timeout)).run(follows) ? 0 : 1;
        }
    }
}
