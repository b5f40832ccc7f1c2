package io.feedmill.worker.upkeep;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;

/** When an unfollow looks again: no handler can write any more then what it read before the unfollow. */
public final class SecondLook {
    /** A plan that read the followers before an unfollow sends in its first life, its slice counts as new for one more, and its handler lives one more. */
    private static final int LIVES = 3;

    private SecondLook() {}

    /** Returns the time from the first look to the second. */
    public static Duration delay(WorkDeadlines deadlines) {
        return deadlines.time().plus(DynamoClients.CALL_TIMEOUT).multipliedBy(LIVES);
    }
}
