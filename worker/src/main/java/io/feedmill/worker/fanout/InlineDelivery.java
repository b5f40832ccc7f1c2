package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.Refusals;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.work.Handled;
import java.util.List;
import org.springframework.stereotype.Component;

/** Delivers jobs whose recipients fit into one slice, within the plan. */
@Component
public record InlineDelivery(HomeFeedWriter writer, FollowStore follows, FanoutSettings settings) {

    /** Writes the rows of these followers. What is left did not fit into the time, or was put off. */
    Outcome deliver(Job job, List<UserId> users, Deadline deadline) {
        return writer.deliver(
                Recipients.ofRange(job.post(), job.author(), users),
                WriteOptions.express(deadline).with(Refusals.PUT_OFF));
    }

    /** Delivers again to a slice's worth of followers, from where the plan is, without a change of the job: it was delivered inline to no more. */
    Handled redeliver(Job job, Plan plan, Deadline deadline) {
        String after = plan.after();
        List<UserId> users = follows.followersAfter(job.author(), null, settings.sliceSize()).stream()
                .filter(user -> after == null || user.value().compareTo(after) > 0)
                .toList();
        List<UserId> left = deliver(job, users, deadline).remaining();
        if (left.isEmpty()) {
            return new Handled.Done();
        }
        int done = users.indexOf(left.getFirst());
        return new Handled.Requeue(
                plan.goOn(done == 0 ? after : users.get(done - 1).value()));
    }
}
