package io.feedmill.local.demo;

import io.feedmill.local.client.FanoutStatus;
import io.feedmill.local.client.FeedmillClient;
import io.feedmill.local.client.PublishedPost;
import io.feedmill.local.console.Progress;
import io.feedmill.local.console.Screen;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Asks for the state of each fan-out until all are complete. */
final class FanoutWatch {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int CALLS = 4;
    private static final int SHOWN = 10;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final Duration limit;

    FanoutWatch(FeedmillClient feedmill, Screen screen, Duration limit) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.limit = limit;
    }

    /** The last state of each post's fan-out; throws {@link DemoFailure} with those that are not complete in time. */
    Map<String, FanoutStatus> await(Run run) {
        long deadline = System.nanoTime() + limit.toNanos();
        Map<String, FanoutStatus> latest = new HashMap<>();
        List<String> open = run.posts().all().stream().map(PublishedPost::id).toList();
        try (Progress progress =
                screen.progress("fan-out", run.expected(run.posts().all()))) {
            while (!open.isEmpty()) {
                latest.putAll(ask(open));
                progress.at(handled(latest));
                open = open.stream().filter(post -> !isComplete(latest, post)).toList();
                pauseUnlessDone(open, latest, deadline);
            }
        }
        return latest;
    }

    private Map<String, FanoutStatus> ask(List<String> posts) {
        List<FanoutStatus> states = Parallel.map(posts, CALLS, feedmill::fanout);
        return IntStream.range(0, posts.size()).boxed().collect(Collectors.toMap(posts::get, states::get));
    }

    private static boolean isComplete(Map<String, FanoutStatus> latest, String post) {
        FanoutStatus state = latest.get(post);
        return state != null && state.isComplete();
    }

    private static long handled(Map<String, FanoutStatus> latest) {
        return latest.values().stream()
                .mapToLong(job -> job.delivered() + job.skipped())
                .sum();
    }

    private void pauseUnlessDone(List<String> open, Map<String, FanoutStatus> latest, long deadline) {
        if (open.isEmpty()) {
            return;
        }
        if (System.nanoTime() - deadline > 0) {
            throw new DemoFailure("After %d s the fan-out of %d posts is not complete:\n%s"
                    .formatted(limit.toSeconds(), open.size(), describe(open, latest)));
        }
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("Interrupted while the fan-out was under way.");
        }
    }

    private static String describe(List<String> open, Map<String, FanoutStatus> latest) {
        return open.stream()
                .limit(SHOWN)
                .map(post -> "  %s: %s".formatted(post, latest.get(post)))
                .collect(Collectors.joining("\n"));
    }
}
