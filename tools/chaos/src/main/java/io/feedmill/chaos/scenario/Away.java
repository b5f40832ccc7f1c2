package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.AdminClient;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.stack.StorageAccess;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/** How long readers may be away: a week since three weeks before the run, longer by a call of it, then for ever. And the readers who are. */
final class Away {
    private static final Duration AGO = Duration.ofDays(21);
    private static final int RAISED_DAYS = 28;

    private Away() {}

    /** Slices pass over all readers but these, who are seen now. */
    static void begin(Rig rig, Collection<String> seen) {
        try (StorageAccess storage = rig.storage(AGO)) {
            storage.dormancy().set(Dormancy.MIN);
        }
        Active now = Active.at(Ticks.ofInstant(Instant.now()));
        seen.forEach(user -> rig.storage().readers().seen(new UserId(user), null, now));
        rig.clients().forEach(api -> api.admin().getDormant());
    }

    /** From now on these readers are away since before the run, but for those who read a page meanwhile. */
    static void leave(Rig rig, Collection<String> users) {
        ReaderStore readers = rig.storage().readers();
        Active longAgo = Active.at(Ticks.ofInstant(Instant.now().minus(AGO)));
        users.stream().map(UserId::new).forEach(user -> {
            Active active = readers.view(user).active();
            if (active != null) {
                readers.seen(user, active, longAgo);
            }
        });
    }

    /** Slices pass over nobody from now on. Pages still go by the week. */
    static void raise(Rig rig) {
        RigRun.PERSISTENCE.get(() -> admin(rig).putDormant(RAISED_DAYS));
    }

    static void end(Rig rig) {
        RigRun.PERSISTENCE.get(() -> admin(rig).deleteDormant());
    }

    private static AdminClient admin(Rig rig) {
        return rig.clients().getFirst().admin();
    }
}
