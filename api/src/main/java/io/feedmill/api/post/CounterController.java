package io.feedmill.api.post;

import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.security.Caller;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import java.util.SortedMap;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
final class CounterController {
    private final ReadablePosts posts;
    private final CounterStore counters;

    CounterController(ReadablePosts posts, CounterStore counters) {
        this.posts = posts;
        this.counters = counters;
    }

    /** The sums over an author's completed posts. */
    record AuthorCountersResponse(long posts, long deliveries) {}

    /**
     * The counters of a post.
     *
     * @param reactions by kind; kinds without reactions are absent
     */
    record PostCountersResponse(long views, long deliveries, SortedMap<String, Long> reactions) {}

    @GetMapping("/v1/users/{user}/counters")
    AuthorCountersResponse author(@PathVariable String user) {
        AuthorCounters counts = counters.author(ClientIds.user("user", user));
        return new AuthorCountersResponse(counts.posts(), counts.deliveries());
    }

    @GetMapping("/v1/posts/{id}/counters")
    PostCountersResponse post(@PathVariable String id, Caller caller) {
        PostCounters counts = counters.post(posts.head(id, caller.viewer()).id());
        return new PostCountersResponse(counts.views(), counts.deliveries(), counts.reactions());
    }
}
