package io.feedmill.api.fanout;

import io.feedmill.api.id.ClientIds;
import io.feedmill.common.fanout.JobStore;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class FanoutController {
    private final JobStore jobs;

    FanoutController(JobStore jobs) {
        this.jobs = jobs;
    }

    @GetMapping(path = "/v1/posts/{id}/fanout", produces = MediaType.APPLICATION_JSON_VALUE)
    FanoutResponse fanout(@PathVariable String id) {
        return jobs.find(ClientIds.post(id)).map(FanoutResponse::of).orElseThrow(ClientIds::noSuchPost);
    }
}
