package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.Member;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Parallel;
import io.feedmill.stack.load.Persistence;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Publishes posts and has them viewed, while a worker is killed at each third. */
final class ViewLoad {

    private static final int IN_FLIGHT = 32;
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(300), Duration.ofMinutes(5));

    private final Rig rig;
    private final Screen screen;
    private final ViewPlan plan;
    private final AtomicInteger killed = new AtomicInteger();

    ViewLoad(Rig rig, Screen screen, ViewPlan plan) {
        this.rig = rig;
        this.screen = screen;
        this.plan = plan;
    }

    /** The posts of the plan, by an author whom nobody follows. */
    List<String> publish() {
        String marker = "views-" + UUID.randomUUID();
        List<Integer> numbers = IntStream.range(0, plan.posts()).boxed().toList();
        return Parallel.map(
                        numbers,
                        IN_FLIGHT,
                        number -> PERSISTENCE
                                .call(() -> rig.feedmill().publish("viewed", "Post " + number, marker + "-" + number))
                                .value())
                .stream()
                .map(PublishedPost::id)
                .toList();
    }

    /** Sends all views of these posts; when this returns, the queue has had each of them. */
    void send(List<String> posts) {
        AtomicInteger sent = new AtomicInteger();
        try (Progress progress = screen.progress("views", plan.views().size())) {
            Parallel.map(plan.views(), IN_FLIGHT, view -> {
                PERSISTENCE.call(() -> rig.feedmill().view(posts.get(view.post()), view.viewer()));
                int number = sent.incrementAndGet();
                progress.at(number);
                killAt(number);
                return number;
            });
        }
    }

    private void killAt(int number) {
        int third = Math.max(1, plan.views().size() / 3);
        if (number == third || number == 2 * third) {
            List<Member> workers = rig.fleet().workers();
            Member worker = workers.get(number / third % workers.size());
            killed.addAndGet(rig.fleet().kill(worker, DOWN) ? 1 : 0);
        }
    }

    /** How many workers were killed so far. */
    int killed() {
        return killed.get();
    }
}
