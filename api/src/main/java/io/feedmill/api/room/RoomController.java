package io.feedmill.api.room;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.RoomShards;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

@AdminController(path = "/v1/admin/rooms/{room}")
record RoomController(RoomStore rooms) {
    record NewShards(@JsonProperty(required = true) int shards) {

        /** @throws ProblemException 400 if the number is out of range */
        int check() {
            if (shards < 1 || shards > RoomShards.MAX) {
                throw ProblemException.invalidBody("Invalid 'shards': use a number from 1 to " + RoomShards.MAX + ".");
            }
            return shards;
        }
    }

    /** The partitions that new messages of a room are written to, and those that are read: the maximum of shards that it ever had. */
    record RoomResponse(String room, int shards, int partitions) {

        static RoomResponse of(String room, RoomShards shards) {
            return new RoomResponse(room, shards.current(), shards.max());
        }
    }

    @GetMapping
    RoomResponse getRoom(@PathVariable String room) {
        return rooms.shards(ClientIds.name("room", room))
                .map(shards -> RoomResponse.of(room, shards))
                .orElseThrow(() -> new ProblemException(
                        ProblemType.NOT_FOUND, "Room not found: a room exists from its first message on."));
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    RoomResponse spreadRoom(@PathVariable String room, @RequestBody NewShards body) {
        return RoomResponse.of(room, rooms.spread(ClientIds.name("room", room), body.check()));
    }
}
