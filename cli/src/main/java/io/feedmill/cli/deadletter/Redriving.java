package io.feedmill.cli.deadletter;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.RedriveRequest;
import io.feedmill.stack.client.FeedmillClient.RedriveResult;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.console.Screen;

/** Gives dead letters back to their queue, call by call until none is left: each ends in time. */
public final class Redriving {

    /** As many calls in a row without a letter moved are enough. */
    private static final int FRUITLESS = 3;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final String queue;

    public Redriving(FeedmillClient feedmill, Screen screen, String queue) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.queue = queue;
    }

    /** Says how many would be moved. */
    public void count(RedriveRequest request) {
        RedriveResult result = feedmill.redrive(queue, request);
        String atLeast = result.complete() ? "" : "at least ";
        screen.say("dead letters of %s: %s%,d match".formatted(queue, atLeast, result.matched()));
        if (result.hidden() > 0) {
            screen.say(LetterTable.hidden(result.hidden()));
        }
    }

    /**
     * Moves those that are dead now: all calls mean the letters that the first one means, so that one that comes back is not moved again.
     *
     * @throws FeedmillException if some cannot be moved, or may be in another call's hands
     */
    public void run(RedriveRequest first) {
        RedriveRequest request = first;
        long moved = 0;
        int fruitless = 0;
        RedriveResult result = feedmill.redrive(queue, request);
        while (!result.complete()) {
            moved += result.moved();
            fruitless = result.moved() == 0 ? fruitless + 1 : 0;
            if (fruitless == FRUITLESS) {
                throw stuck(moved);
            }
            screen.say("  %,d moved…".formatted(moved));
            request = request.before(result.before());
            result = feedmill.redrive(queue, request);
        }
        moved += result.moved();
        if (result.hidden() > 0) {
            throw new FeedmillException("dead letters of %s: %,d moved. %s Run it again in a minute."
                    .formatted(queue, moved, LetterTable.hidden(result.hidden())));
        }
        screen.say("dead letters of %s: %,d moved".formatted(queue, moved));
    }

    private FeedmillException stuck(long moved) {
        return new FeedmillException(
                "dead letters of %s: %,d moved; the last %d calls moved none and saw no end: SQS refuses some (the API logs it), or too many others lie before them."
                        .formatted(queue, moved, FRUITLESS));
    }
}
