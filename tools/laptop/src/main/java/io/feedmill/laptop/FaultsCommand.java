package io.feedmill.laptop;

import io.feedmill.cli.command.InputFile;
import io.feedmill.cli.command.StopSignal;
import io.feedmill.cli.command.Usage;
import io.feedmill.emulators.Ports;
import io.feedmill.faults.FaultProxy;
import io.feedmill.faults.script.Script;
import io.feedmill.faults.script.ScriptReader;
import io.feedmill.stack.console.Screen;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a proxy for DynamoDB Local, ElasticMQ or LocalStack that injects faults by a script.",
            "tools/faults/README.md describes scripts; tools/faults/scripts has examples.",
            "Ctrl-C or SIGTERM stops it and prints the injected faults, with exit code 0."
        })
final class FaultsCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--target",
            required = true,
            paramLabel = "URL",
            description = "Server that requests are forwarded to.")
    private URI target = URI.create("");

    @Option(names = "--script", required = true, paramLabel = "FILE", description = "The fault script, as JSON.")
    private Path script = Path.of("");

    @Option(names = "--port", paramLabel = "N", description = "Port of the proxy. Default: any free port.")
    private int port;

    @Override
    public Integer call() {
        Usage.require(spec, Usage.isHttp(target), "--target must be a URL like http://127.0.0.1:8000.");
        StackOptions.requirePort(spec, "--port", port);
        Script read = ScriptReader.read(new InputFile(script).text(), script.toString());
        Screen screen = Screen.standard();
        try (FaultProxy proxy = FaultProxy.start(target, read, Ports.requireFree("the proxy (--port)", port))) {
            CompletableFuture<Void> signal = StopSignal.listen().received();
            introduce(proxy, read, screen);
            signal.join();
            screen.say("");
            InjectionTable.lines(proxy.statistics()).forEach(screen::say);
        }
        return 0;
    }

    private void introduce(FaultProxy proxy, Script read, Screen screen) {
        int rules = read.rules().size();
        screen.say("ready: proxy %s to %s, %d %s, seed %d"
                .formatted(proxy.endpoint(), target, rules, rules == 1 ? "rule" : "rules", read.seed()));
        screen.say("  for clients of DynamoDB: AWS_ENDPOINT_URL_DYNAMODB=" + proxy.endpoint());
        screen.say("  for clients of SQS:      AWS_ENDPOINT_URL_SQS=" + proxy.endpoint());
    }
}
