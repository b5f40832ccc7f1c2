package io.feedmill.worker.onread;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import io.feedmill.common.storage.StorageException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/** Puts authors on the list of those on read whose posts have many recipients. */
@Component
public final class OnReadLister {
    private static final Logger LOG = LoggerFactory.getLogger(OnReadLister.class);

    /** How long a full list is not asked again: that counts its rows. */
    private static final Duration FULL = Duration.ofMinutes(1);

    private final OnReadStore store;
    private final OnReadSettings settings;
    private final InstantSource clock;
    private final Counter listed;
    private final Counter refused;
    private volatile Instant fullUntil = Instant.MIN;

    public OnReadLister(OnReadStore store, OnReadSettings settings, InstantSource clock, MeterRegistry registry) {
        this.store = store;
        this.settings = settings;
        this.clock = clock;
        this.listed = counter(
                registry,
                "feedmill.on.read.listed",
                "Authors that were put on the list of those whose posts are read from their feed");
        this.refused = counter(
                registry,
                "feedmill.on.read.refused",
                "Posts of authors who were not put on the list, because it is full");
    }

    /**
     * Big authors.
     *
     * @param onReadFrom recipients of a post from which on its author's later posts are read from the author's feed; 0: of no author
     */
    @Validated
    @ConfigurationProperties("feedmill.fanout")
    public record OnReadSettings(
            @DefaultValue("1000") @Min(0) long onReadFrom) {}

    /** Takes a publication's job that is complete. A failure leaves the author to the next post. */
    public void completed(Job job) {
        if (settings.onReadFrom() == 0 || job.counts().expected() < settings.onReadFrom()) {
            return;
        }
        try {
            ListResult result = list(job.author());
            listed.increment(result == ListResult.LISTED ? 1 : 0);
            refused.increment(result == ListResult.FULL ? 1 : 0);
            if (result != ListResult.UNCHANGED) {
                LOG.atInfo()
                        .addKeyValue("author", job.author())
                        .addKeyValue("job", job.id())
                        .addKeyValue("recipients", job.counts().expected())
                        .log(result == ListResult.LISTED ? "Author listed on read" : "List of authors on read is full");
            }
        } catch (StorageException e) {
            LOG.atWarn().addKeyValue("author", job.author()).setCause(e).log("Cannot list author on read");
        }
    }

    private ListResult list(UserId author) {
        if (clock.instant().isBefore(fullUntil)) {
            return ListResult.FULL;
        }
        ListResult result = store.listIfAbsent(author);
        if (result == ListResult.FULL) {
            fullUntil = clock.instant().plus(FULL);
        }
        return result;
    }
}
