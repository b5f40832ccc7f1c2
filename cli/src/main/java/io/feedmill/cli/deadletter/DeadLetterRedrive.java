package io.feedmill.cli.deadletter;

import io.feedmill.cli.client.FeedmillException;
import io.feedmill.cli.deadletter.DeadLetters.RedriveRequest;
import io.feedmill.cli.deadletter.DeadLetters.RedriveResult;
import java.io.PrintStream;

/** Moves dead-letter messages back to their queue. One call of the API moves only part of them, so it is repeated until none is left. */
record DeadLetterRedrive(DeadLetterCalls calls, PrintStream out, String queue) {
    /** The number of consecutive calls that move nothing, after which the redrive fails. */
    private static final int MAX_EMPTY_CALLS = 3;

    /** Prints the number of messages that match. */
    void count(RedriveRequest request) {
        RedriveResult result = calls.redrive(queue, request);
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
     * @throws FeedmillException if messages cannot be moved, or another call may hold some
     */
    void run(RedriveRequest first) {
        RedriveRequest request = first;
        long moved = 0;
        int emptyCalls = 0;
        RedriveResult result = calls.redrive(queue, request);
        while (!result.complete()) {
            moved += result.moved();
            emptyCalls = result.moved() == 0 ? emptyCalls + 1 : 0;
            if (emptyCalls == MAX_EMPTY_CALLS) {
                throw stuck(moved);
            }
            out.println("  %,d moved…".formatted(moved));
            request = request.before(result.before());
            result = calls.redrive(queue, request);
        }
        moved += result.moved();
        if (result.hidden() > 0) {
            throw new FeedmillException("%s. %s Repeat the command in a minute."
                    .formatted(moved(moved), DeadLetterTable.hidden(result.hidden())));
        }
        out.println(moved(moved));
    }

    private String moved(long count) {
        return "dead-letter messages of %s: %,d moved".formatted(queue, count);
    }

    private FeedmillException stuck(long moved) {
        return new FeedmillException(
                "%s; the last %d calls moved none and did not reach the end: SQS refuses some (see the API's log), or too many other messages come first."
                        .formatted(moved(moved), MAX_EMPTY_CALLS));
    }
}
