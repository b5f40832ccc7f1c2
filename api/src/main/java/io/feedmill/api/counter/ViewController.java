package io.feedmill.api.counter;

import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.counter.Views;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueSender;
import java.time.Clock;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
record ViewController(
        ReadablePosts posts, QueueSender queue, RetentionSettings retention, ApiMetrics metrics, Clock clock) {
    record NewView(String viewer) {}

    /** Answers after SQS has taken the view. The client may repeat a failed request: a view counts once. A view of an old post is accepted and ignored. */
    @PostMapping(path = "/v1/posts/{id}/views", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.REACT, owner = "viewer")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void recordView(@PathVariable String id, @RequestBody NewView body, Caller caller) {
        UserId viewer = caller.actAs("viewer", body.viewer());
        Post post = posts.post(id, viewer);
        if (retention.countsViews(post.id().createdAt(), clock.instant())) {
            queue.send(Views.of(post.id(), post.author(), viewer));
        } else {
            metrics.count(Event.VIEWS_EXPIRED);
        }
    }
}
