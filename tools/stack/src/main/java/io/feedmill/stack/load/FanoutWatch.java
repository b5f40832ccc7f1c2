package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
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
        Map<String, FanoutStatus> latest = watch(posts, deliveries, FanoutWatch::handled);
        List<String> open = open(posts, latest);
        if (!open.isEmpty()) {
            throw new StepFailure("After %d s the fan-out of %d posts is not complete:\n%s"
                    .formatted(limit.toSeconds(), open.size(), describe(open, latest)));
        }
        return latest;
    }

    /** Returns the last state of each post's fan-out, complete or not. */
    public Map<String, FanoutStatus> look(List<String> posts) {
        return watch(
                posts,
                posts.size(),
                states -> states.stream().filter(FanoutStatus::isComplete).count());
    }

    private Map<String, FanoutStatus> watch(
            List<String> posts, long total, ToLongFunction<Collection<FanoutStatus>> done) {
        long deadline = System.nanoTime() + limit.toNanos();
        Map<String, FanoutStatus> latest = new HashMap<>();
        List<String> open = posts;
        try (Progress progress = screen.progress("fan-out", total)) {
            while (!open.isEmpty()) {
                latest.putAll(ask(open));
                progress.at(done.applyAsLong(latest.values()));
                open = open(posts, latest);
                if (open.isEmpty() || System.nanoTime() - deadline > 0) {
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

    private static List<String> open(List<String> posts, Map<String, FanoutStatus> latest) {
        return posts.stream().filter(post -> !isComplete(latest, post)).toList();
    }

    private static boolean isComplete(Map<String, FanoutStatus> latest, String post) {
        FanoutStatus state = latest.get(post);
        return state != null && state.isComplete();
    }

    private static long handled(Collection<FanoutStatus> states) {
        return states.stream().mapToLong(job -> job.delivered() + job.skipped()).sum();
    }

    private static String describe(List<String> open, Map<String, FanoutStatus> latest) {
        return open.stream()
                .limit(SHOWN)
                .map(post -> "  %s: %s".formatted(post, latest.get(post)))
                .collect(Collectors.joining("\n"));
    }
}
