package io.feedmill.bench.streamframework;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.stack.load.StepFailure;
import java.util.List;

/**
 * Stream-Framework reads the first page of home feeds that have been filled before: a call of the library, without a web server around it.
 *
 * @param users whose pages; some more than once, for more readings
 */
public record StreamFrameworkPage(StreamFramework peer, List<String> users, int limit) implements Contender {

    public StreamFrameworkPage {
        users = List.copyOf(users);
    }

    @Override
    public String name() {
        return StreamFrameworkFanOut.NAME;
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public Sample run() {
        Latency pages = peer.page(users, limit);
        if (pages.items() != (long) users.size() * limit) {
            throw new StepFailure(
                    "Stream-Framework's pages have %.1f items instead of %d.".formatted(pages.itemsPerPage(), limit));
        }
        return Sample.of(Metric.P50_MILLIS, pages.millis(0.5)).with(Metric.P99_MILLIS, pages.millis(0.99));
    }
}
