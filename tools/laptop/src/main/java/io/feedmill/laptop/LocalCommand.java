package io.feedmill.laptop;

import io.feedmill.cli.command.StopSignal;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.stack.EmbeddedStack;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "local",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the embedded stack: DynamoDB Local, ElasticMQ, the API and a worker.",
            "A port of 0 means any free port. Ctrl-C or SIGTERM stops the stack, with exit code 0."
        })
final class LocalCommand implements Callable<Integer> {

    @Mixin
    private StackOptions options = new StackOptions();

    @Override
    public Integer call() {
        Screen screen = Screen.standard();
        try (EmbeddedStack stack = EmbeddedStack.start(options.settings(), Workspace.configured(), screen)) {
            screen.say(stack.readyLine());
            screen.say("console: " + stack.console());
            screen.say("token: " + stack.consoleToken());
            return awaitStop(stack, screen);
        }
    }

    /** Waits for a signal, or for a process of the stack that ends by itself. Returns the exit code. */
    static int awaitStop(EmbeddedStack stack, Screen screen) {
        CompletableFuture<Void> signal = StopSignal.listen().received();
        CompletableFuture<?>[] ends = Stream.concat(
                        Stream.of(signal), stack.children().stream().map(ChildProcess::onExit))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.anyOf(ends).join();
        if (signal.isDone()) {
            screen.say("stopping…");
            return 0;
        }
        stack.children().stream()
                .filter(child -> !child.isAlive())
                .forEach(child -> screen.say("%s ended unexpectedly; see %s".formatted(child.name(), child.log())));
        return 1;
    }
}
