package io.feedmill.common.follow;

import io.feedmill.common.key.UserId;

/**
 * Who follows an author.
 *
 * @param since the tick of the follow, taken just before it was stored; a new one each time that the user comes back
 */
public record Follower(UserId user, long since) {}
