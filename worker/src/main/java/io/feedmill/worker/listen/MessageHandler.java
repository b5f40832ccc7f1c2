package io.feedmill.worker.listen;

import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.RepairHandler;
import io.feedmill.worker.deliver.SliceHandler;
import io.feedmill.worker.plan.PlanHandler;
import io.feedmill.worker.view.ViewHandler;
import io.feedmill.worker.work.Handled;
import org.springframework.stereotype.Component;

/** Passes a message to the handler of its type. */
@Component
public final class MessageHandler {
    private final PlanHandler plans;
    private final SliceHandler slices;
    private final RepairHandler repairs;
    private final ViewHandler views;

    public MessageHandler(PlanHandler plans, SliceHandler slices, RepairHandler repairs, ViewHandler views) {
        this.plans = plans;
        this.slices = slices;
        this.repairs = repairs;
        this.views = views;
    }

    public Handled handle(QueueMessage message, Deadline deadline) {
        return switch (message) {
            case QueueMessage.Plan plan -> plans.handle(plan, deadline);
            case QueueMessage.Deliver slice -> slices.handle(slice, deadline);
            case QueueMessage.Repair repair -> repairs.handle(repair, deadline);
            case QueueMessage.Views viewed -> views.handle(viewed, deadline);
        };
    }
}
