package io.feedmill.api.counter;

import io.feedmill.api.id.ClientIds;
import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.counter.CounterStore;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class CounterController {
    private final CounterStore counters;

    CounterController(CounterStore counters) {
        this.counters = counters;
    }

    @GetMapping(path = "/v1/users/{user}/counters", produces = MediaType.APPLICATION_JSON_VALUE)
    CountersResponse counters(@PathVariable String user) {
        AuthorCounters counts = counters.author(ClientIds.user("user", user));
        return new CountersResponse(counts.posts(), counts.deliveries());
    }
}
