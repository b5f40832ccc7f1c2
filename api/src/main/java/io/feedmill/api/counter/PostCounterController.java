package io.feedmill.api.counter;

import io.feedmill.api.viewer.ReadablePosts;
import io.feedmill.common.counter.CounterStore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class PostCounterController {
    private final ReadablePosts posts;
    private final CounterStore counters;

    PostCounterController(ReadablePosts posts, CounterStore counters) {
        this.posts = posts;
        this.counters = counters;
    }

    @GetMapping(path = "/v1/posts/{id}/counters", produces = MediaType.APPLICATION_JSON_VALUE)
    PostCountersResponse counters(@PathVariable String id, @RequestParam(required = false) @Nullable String viewer) {
        return PostCountersResponse.of(counters.post(posts.head(id, viewer).id()));
    }
}
