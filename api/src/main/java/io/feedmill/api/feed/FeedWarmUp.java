package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Reads pages before the process is ready: the first calls of a cold JVM take longer than a call may under load. */
@Component
final class FeedWarmUp implements ApplicationRunner {
    static final int READS = 50;

    private static final Logger log = LoggerFactory.getLogger(FeedWarmUp.class);
    private static final FeedName FEED = FeedName.home(new UserId("warm-up"));

    private final FeedStore feeds;

    FeedWarmUp(FeedStore feeds) {
        this.feeds = feeds;
    }

    /** Ends at the first failure: the process starts without its store, too. */
    @Override
    public void run(ApplicationArguments arguments) {
        try {
            for (int read = 0; read < READS; read++) {
                feeds.page(FEED, PageRequest.first(1));
            }
        } catch (StorageException e) {
            log.atWarn().addKeyValue("reason", e.reason()).log("Warm-up ended early");
        }
    }
}
