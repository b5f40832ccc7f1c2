package io.feedmill.api.recall;

import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.util.List;

/** Keeps a copy of something whose changes have notices. Told by one thread. */
@FunctionalInterface
public interface NoticeListener {
    /** The polls between which no notice can have been missed, from the begin of the first to that of the last. */
    record Polls(Time from, Time until) {}

    /** Takes up the notices that the last of these polls has seen, and none before. */
    void polled(List<ChangeNotice> fresh, Polls polls);
}
