package io.feedmill.api.room;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.room.RoomShards;

/** The body of a request to spread a room. */
record Spread(@JsonProperty(required = true) int shards) {

    /** @throws ProblemException if it is no number of shards */
    void check() {
        if (shards < 1 || shards > RoomShards.MAX) {
            throw new ProblemException(ProblemType.INVALID_BODY, "'shards' is not 1 to " + RoomShards.MAX + ".");
        }
    }
}
