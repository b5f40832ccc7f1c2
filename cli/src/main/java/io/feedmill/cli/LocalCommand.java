package io.feedmill.cli;

import io.feedmill.stack.EmbeddedStack;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "local",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the embedded stack: DynamoDB Local, ElasticMQ, the API and a worker.",
            "A port of 0 stands for any free one. Ctrl-C or SIGTERM stops it, with exit code 0."
        })
final class LocalCommand implements Callable<Integer> {

    @Mixin
    private StackOptions options = new StackOptions();

    @Override
    public Integer call() {
        Screen screen = Screen.standard();
        try (EmbeddedStack stack = EmbeddedStack.start(options.settings(), Workspace.configured(), screen)) {
            screen.say(stack.readyLine());
            return Hold.untilStopped(stack, screen);
        }
    }
}
