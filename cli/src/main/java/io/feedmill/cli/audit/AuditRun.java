package io.feedmill.cli.audit;

import io.feedmill.cli.audit.check.AuditStores;
import io.feedmill.cli.audit.check.OpenFollowChanges;
import io.feedmill.common.key.PostId;
import java.time.Clock;

/** What the parts of a run share. */
record AuditRun(
        AuditStores stores,
        AuditOptions options,
        Clock clock,
        OpenFollowChanges pairs,
        AuditResults results,
        RepairSender repairs) {

    /** Whether the post has certainly not expired in home feeds. */
    boolean isRetained(PostId post) {
        return options.guarantee().isRetained(post, clock.instant());
    }
}
