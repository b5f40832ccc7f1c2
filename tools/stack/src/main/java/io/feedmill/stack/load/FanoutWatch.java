package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/** Asks for the state of each fan-out until all are complete or the time is up. */
public final class FanoutWatch {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int CALLS = 4;
    private static final int SHOWN = 10;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final Duration limit;

    public FanoutWatch(FeedmillClient feedmill, Screen screen, Duration limit) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.limit = limit;
    }

    /** Returns the last state of each post's fan-out; throws {@link StepFailure} with those that are not complete in time. */
    public Map<String, FanoutStatus> await(List<String> posts, long deliveries) {
        Map<String, FanoutStatus> latest = look(posts, deliveries);
        List<String> open = open(latest);
        if (!open.isEmpty()) {
            throw new StepFailure("After %d s the fan-out of %d posts is not complete:\n%s"
                    .formatted(
                            limit.toSeconds(),
                            open.size(),
                            open.stream()
                                    .limit(SHOWN)
                                    .map(post -> "  %s: %s".formatted(post, latest.get(post)))
                                    .collect(Collectors.joining("\n"))));
        }
        return latest;
    }

    /** Returns the last state of each post's fan-out, complete or not. About this number of deliveries is expected. */
    public Map<String, FanoutStatus> look(List<String> posts, long deliveries) {
        RunClock clock = new RunClock();
        Map<String, FanoutStatus> latest = new HashMap<>();
        List<String> open = posts;
        try (Progress progress = screen.progress("fan-out", deliveries)) {
            while (!open.isEmpty()) {
                latest.putAll(ask(open));
                progress.at(latest.values().stream()
                        .mapToLong(job -> job.delivered() + job.skipped())
                        .sum());
                open = open(latest);
                if (open.isEmpty() || clock.now().compareTo(limit) > 0) {
                    break;
                }
                RunClock.pause(PAUSE);
            }
        }
        return latest;
    }

    private Map<String, FanoutStatus> ask(List<String> posts) {
        Map<String, FanoutStatus> states = new ConcurrentHashMap<>();
        posts.stream()
                .gather(Gatherers.mapConcurrent(
                        CALLS, post -> states.put(post, Persistence.PATIENT.get(() -> feedmill.fanout(post)))))
                .forEach(done -> {});
        return states;
    }

    private static List<String> open(Map<String, FanoutStatus> latest) {
        return latest.entrySet().stream()
                .filter(job -> !job.getValue().isComplete())
                .map(Map.Entry::getKey)
                .toList();
    }
}
