package io.feedmill.api.recall;

import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.util.List;

/** Keeps a copy of something whose changes have notices. Told by one thread. */
@FunctionalInterface
public interface NoticeListener {

    /**
     * Takes up the notices that a poll has seen, and none before. With them all are known that were put from one time to another.
     *
     * @param from the begin of the first poll since which none can have been missed
     * @param until the begin of this poll
     */
    void polled(List<ChangeNotice> fresh, Time from, Time until);
}
