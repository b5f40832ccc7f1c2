package io.feedmill.cli.audit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.recall.RecallStore;

/** The stores that an audit reads. */
public record AuditStores(
        FeedStore feeds,
        FollowStore follows,
        ReaderStore readers,
        JobStore jobs,
        OutboxStore outbox,
        RecallStore recalls,
        CounterStore counters,
        DormancyStore dormancy) {}
