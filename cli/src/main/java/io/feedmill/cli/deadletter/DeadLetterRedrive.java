package io.feedmill.cli.deadletter;

import io.feedmill.cli.command.CommandException;
import io.feedmill.client.AdminClient;
import io.feedmill.client.AdminClient.RedriveResult;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Moves dead-letter messages back to their queue. One call of the API moves only part of them, so it is repeated until none is left. */
record DeadLetterRedrive(
        AdminClient api,
        PrintStream out,
        String queue,
        @Nullable String reason,
        int rate) {
    /** The number of consecutive calls that move nothing, after which the redrive fails. */
    private static final int MAX_EMPTY_CALLS = 3;

    /** Prints the number of messages that match. */
    void count() {
        RedriveResult result = api.redrive(queue, true, reason, rate, null);
        String atLeast = result.complete() ? "" : "at least ";
        out.println("dead-letter messages of %s: %s%,d match".formatted(queue, atLeast, result.matched()));
        if (result.hidden() > 0) {
            out.println(DeadLetterTable.hidden(result.hidden()));
        }
    }

    /**
     * Moves the messages that match now. All calls use the time limit of the first one, so that a message that is dead-lettered again is not moved
     * twice.
     *
     * @throws CommandException if messages cannot be moved, or another call may hold some
     */
    void run() {
        long moved = 0;
        int emptyCalls = 0;
        RedriveResult result = api.redrive(queue, false, reason, rate, null);
        while (!result.complete()) {
            moved += result.moved();
            emptyCalls = result.moved() == 0 ? emptyCalls + 1 : 0;
            if (emptyCalls == MAX_EMPTY_CALLS) {
                throw stuck(moved);
            }
            out.println("  %,d moved…".formatted(moved));
            result = api.redrive(queue, false, reason, rate, result.before());
        }
        moved += result.moved();
        if (result.hidden() > 0) {
            throw new CommandException("%s. %s Repeat the command in a minute."
                    .formatted(moved(moved), DeadLetterTable.hidden(result.hidden())));
        }
        out.println(moved(moved));
    }

    private String moved(long count) {
        return "dead-letter messages of %s: %,d moved".formatted(queue, count);
    }

    private CommandException stuck(long moved) {
        return new CommandException(
                "%s; the last %d calls moved none and did not reach the end: SQS refuses some (see the API's log), or too many other messages come first."
                        .formatted(moved(moved), MAX_EMPTY_CALLS));
    }
}
