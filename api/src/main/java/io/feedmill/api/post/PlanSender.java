package io.feedmill.api.post;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Sends the plans of accepted jobs to the workers. */
@Component
final class PlanSender {
    private static final Logger LOG = LoggerFactory.getLogger(PlanSender.class);

    private final QueueSender queue;
    private final ApiMetrics metrics;

    PlanSender(QueueSender queue, ApiMetrics metrics) {
        this.queue = queue;
        this.metrics = metrics;
    }

    /** A failure is not the client's: the job and its outbox row are stored, and the relay sends the plan. */
    void send(JobId job, Post post) {
        try {
            queue.send(Plan.of(job, post.author()));
        } catch (RuntimeException e) {
            metrics.planUnsent();
            LOG.atLevel(breakerLogged(e) ? Level.DEBUG : Level.WARN)
                    .addKeyValue("job", job)
                    .addKeyValue("post", post.id())
                    .setCause(e)
                    .log("Plan not sent, left to the relay");
        }
    }

    /** A breaker logs why it opens: not a line for each plan that it rejects. */
    private static boolean breakerLogged(RuntimeException failure) {
        return failure instanceof StorageException e && (e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN);
    }
}
