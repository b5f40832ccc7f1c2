package io.feedmill.api.room;

import io.feedmill.api.admin.AdminOnly;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.room.RoomStore;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@AdminOnly
@RestController
@RequestMapping(path = "/v1/admin/rooms/{room}", produces = MediaType.APPLICATION_JSON_VALUE)
final class RoomController {
    private final RoomStore rooms;

    RoomController(RoomStore rooms) {
        this.rooms = rooms;
    }

    @GetMapping
    RoomResponse find(@PathVariable String room) {
        return rooms.shards(ClientIds.name("room", room))
                .map(shards -> RoomResponse.of(room, shards))
                .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND, "Nobody said anything there yet."));
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    RoomResponse spread(@PathVariable String room, @RequestBody Spread body) {
        body.check();
        return RoomResponse.of(room, rooms.spread(ClientIds.name("room", room), body.shards()));
    }
}
