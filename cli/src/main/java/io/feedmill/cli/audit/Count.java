package io.feedmill.cli.audit;

/** What an audit counts beside its findings. */
public enum Count {
    AUTHORS,
    /** In the authors' feeds, tombstones too. */
    POSTS,
    /** Each once for each author. */
    FOLLOWERS,
    /** Items that must be there, looked up. */
    ITEMS,
    /** Items of followers who may have them or not: who followed later, or not long enough before. */
    NOT_JUDGED,
    /** Rows of home feeds that a scan came by. */
    SCANNED,
    OPEN_JOBS,
    /** Items that were sent to be written again. */
    SENT_ITEMS,
    SENT_MESSAGES
}
