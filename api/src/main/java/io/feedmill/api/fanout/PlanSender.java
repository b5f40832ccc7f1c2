package io.feedmill.api.fanout;

import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.QueueSender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Hands accepted jobs to the workers. */
@Component
public final class PlanSender {
    private static final Logger log = LoggerFactory.getLogger(PlanSender.class);

    private final QueueSender queue;
    private final ApiMetrics metrics;

    public PlanSender(QueueSender queue, ApiMetrics metrics) {
        this.queue = queue;
        this.metrics = metrics;
    }

    /** The job stands and so does its outbox row: what is not sent the relay sends, and the client has nothing to repeat. */
    public void send(JobId job, PostId post, UserId author) {
        try {
            queue.send(Plan.of(job, author));
        } catch (RuntimeException e) {
            metrics.planUnsent();
            log.atWarn()
                    .addKeyValue("post", post)
                    .addKeyValue("job", job)
                    .setCause(e)
                    .log("plan not sent, left to the relay");
        }
    }
}
