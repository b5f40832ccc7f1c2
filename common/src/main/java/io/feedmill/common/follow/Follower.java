package io.feedmill.common.follow;

/**
 * Who follows an author.
 *
 * @param since the tick of the follow, taken just before it was stored; a new one each time that the user comes back
 */
public record Follower(String user, long since) {}
