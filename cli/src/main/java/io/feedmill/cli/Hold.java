package io.feedmill.cli;

import io.feedmill.emulators.ChildProcess;
import io.feedmill.stack.EmbeddedStack;
import io.feedmill.stack.console.Screen;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Keeps a stack up. */
final class Hold {

    private Hold() {}

    /** Waits for a signal, or for the end of a process that should not end. Returns the exit code. */
    static int untilStopped(EmbeddedStack stack, Screen screen) {
        CompletableFuture<?> signal = StopSignal.listen();
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
                .forEach(child -> screen.say("%s has ended by itself; see %s".formatted(child.name(), child.log())));
        return 1;
    }
}
