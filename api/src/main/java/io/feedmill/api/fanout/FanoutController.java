package io.feedmill.api.fanout;

import io.feedmill.api.id.ClientIds;
import io.feedmill.api.viewer.ReadablePosts;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class FanoutController {
    private final ReadablePosts posts;
    private final JobStore jobs;

    FanoutController(ReadablePosts posts, JobStore jobs) {
        this.posts = posts;
        this.jobs = jobs;
    }

    @GetMapping(path = "/v1/posts/{id}/fanout", produces = MediaType.APPLICATION_JSON_VALUE)
    FanoutResponse fanout(@PathVariable String id, @RequestParam(required = false) @Nullable String viewer) {
        return jobs.find(JobId.of(posts.head(id, viewer).id()))
                .map(FanoutResponse::of)
                .orElseThrow(ClientIds::noSuchPost);
    }
}
