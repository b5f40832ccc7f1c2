package io.feedmill.api.post;

import io.feedmill.api.ApiMetrics;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.QueueSender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends the plans of accepted jobs to the workers. */
@Component
public final class PlanSender {
    private static final Logger log = LoggerFactory.getLogger(PlanSender.class);

    private final QueueSender queue;
    private final ApiMetrics metrics;

    public PlanSender(QueueSender queue, ApiMetrics metrics) {
        this.queue = queue;
        this.metrics = metrics;
    }

    /** Sends a plan. A failure is not the client's: the job and its outbox row are stored, and the relay sends the plan. */
    public void send(PostId job, PostId post, String author) {
        try {
            queue.send(Plan.of(job, author));
        } catch (RuntimeException e) {
            metrics.planUnsent();
            log.atWarn()
                    .addKeyValue("job", job.value())
                    .addKeyValue("post", post.value())
                    .setCause(e)
                    .log("Plan not sent, left to the relay");
        }
    }
}
