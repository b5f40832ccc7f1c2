package io.feedmill.api.counter;

import io.feedmill.api.id.ClientIds;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.PostStore;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class PostCounterController {
    private final PostStore posts;
    private final CounterStore counters;

    PostCounterController(PostStore posts, CounterStore counters) {
        this.posts = posts;
        this.counters = counters;
    }

    @GetMapping(path = "/v1/posts/{id}/counters", produces = MediaType.APPLICATION_JSON_VALUE)
    PostCountersResponse counters(@PathVariable String id) {
        PostId post = ClientIds.post(id);
        if (posts.author(post).isEmpty()) {
            throw ClientIds.noSuchPost();
        }
        return PostCountersResponse.of(counters.post(post));
    }
}
