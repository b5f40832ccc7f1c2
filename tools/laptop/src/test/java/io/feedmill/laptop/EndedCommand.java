package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;

/** The result of a command. A failed assertion about it shows the exit code and all output. */
public record EndedCommand(int exitCode, String out, String err) {

    /** Runs a command to its end, and asserts its exit code. */
    static EndedCommand run(int exitCode, Path folder, Map<String, String> environment, String... words)
            throws InterruptedException {
        try (FeedmillCommand command = FeedmillCommand.start(folder, environment, words)) {
            return await(command, exitCode);
        }
    }

    /** Waits until the command ends, and asserts its exit code. */
    public static EndedCommand await(FeedmillCommand command, int exitCode) throws InterruptedException {
        EndedCommand ended = await(command);
        assertThat(ended.exitCode).as(ended.toString()).isEqualTo(exitCode);
        return ended;
    }

    /** Waits until the command ends, with any exit code. */
    static EndedCommand await(FeedmillCommand command) throws InterruptedException {
        int exitCode = command.exitCode();
        return new EndedCommand(exitCode, command.out(), command.err());
    }

    public AbstractStringAssert<?> assertOut() {
        return assertThat(out).as("standard output. " + this);
    }

    public AbstractStringAssert<?> assertErr() {
        return assertThat(err).as("standard error. " + this);
    }

    @Override
    public String toString() {
        return "Exit code %d%nStandard output:%n%s%nStandard error:%n%s%n".formatted(exitCode, out, err);
    }
}
