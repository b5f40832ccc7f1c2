package io.feedmill.api.deadletter;

/**
 * What a redrive came to.
 *
 * @param before as it was given or else the time of the call, as {@link io.feedmill.api.time.Iso} writes it: the next call may take it
 * @param matched letters that were found and are meant
 * @param moved those of them that went back to their queue
 * @param complete whether all that are meant and could be looked at have been found and, unless it was a dry run, moved
 * @param hidden about how many letters could not be looked at, because another call has them in hand; some of them may be meant
 */
record RedriveResponse(
        String queue, boolean dryRun, String before, int matched, int moved, boolean complete, int hidden) {}
