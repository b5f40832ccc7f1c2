package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.AdminClient.OnRead;
import io.feedmill.client.FeedmillClient;
import io.feedmill.common.key.UserId;
import io.feedmill.stack.StorageAccess;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Which authors of a sequence pages read from their feeds: one on the list since before the run, one who was taken off so long ago that pages show rows
 * of home feeds again, and calls of the run that list the latter and another, take them off and list them again.
 */
final class OnReadSwitches {
    private static final Duration LISTED = Duration.ofHours(3);
    private static final Duration TAKEN_OFF = Duration.ofHours(1);

    private final String listed;
    private final String ended;
    private final List<String> switched;
    private final Set<String> on = new HashSet<>();
    private int count;
    private Instant effective = Instant.MIN;

    OnReadSwitches(String listed, String ended, String other) {
        this.listed = listed;
        this.ended = ended;
        this.switched = List.of(ended, other);
    }

    /** Writes the list as it was before the run, and lets each API read it: posts are on read 30 s later. */
    static void begin(Rig rig, Collection<OnReadSwitches> all) {
        try (StorageAccess storage = rig.storage(LISTED)) {
            all.forEach(each -> List.of(each.listed, each.ended)
                    .forEach(author -> storage.onRead().list(new UserId(author), false)));
        }
        try (StorageAccess storage = rig.storage(TAKEN_OFF)) {
            all.forEach(each -> storage.onRead().takeOff(new UserId(each.ended)));
        }
        rig.clients().forEach(api -> all.forEach(each -> api.admin().getOnRead(each.listed)));
    }

    /** Lists an author, or takes one off who is on the list. */
    void next(FeedmillClient api, Random random) {
        String author = switched.get(random.nextInt(switched.size()));
        boolean off = on.remove(author);
        OnRead entry = RigRun.PERSISTENCE.get(
                () -> off ? api.admin().deleteOnRead(author) : api.admin().putOnRead(author));
        Instant until = entry.until();
        effective = until == null ? entry.from() : until;
        count++;
        if (!off) {
            on.add(author);
        }
    }

    /** Whether the APIs may know different lists: then one shows a post that the other shows once its job is complete. */
    boolean isSwitched(String author) {
        return switched.contains(author);
    }

    /** Whether posts are published by the last switch. */
    boolean isEffective() {
        return Instant.now().isAfter(effective);
    }

    int count() {
        return count;
    }
}
