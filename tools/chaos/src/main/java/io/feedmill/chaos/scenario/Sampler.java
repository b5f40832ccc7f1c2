package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.stack.Health;
import io.feedmill.stack.Member;
import io.feedmill.stack.load.RunClock;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Looks at the workers again and again. */
final class Sampler implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(500);

    private final Rig rig;
    private final RunClock clock;
    private final IntSupplier posts;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Sample> samples = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("sampler").unstarted(this::run);

    /** Begins at once. */
    Sampler(Rig rig, RunClock clock, IntSupplier posts) {
        this.rig = rig;
        this.clock = clock;
        this.posts = posts;
        thread.start();
    }

    /** What was seen so far, by time. */
    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }

    @Override
    public void close() {
        thread.interrupt();
        http.close();
    }

    private void run() {
        try {
            while (!Thread.interrupted()) {
                add(look());
                Thread.sleep(EVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void add(Sample sample) {
        samples.add(sample);
    }

    private Sample look() throws InterruptedException {
        int ready = 0;
        int down = 0;
        for (Member worker : rig.fleet().workers()) {
            ready += Health.READINESS.isUp(http, worker.url()) ? 1 : 0;
            down += Health.LIVENESS.ask(http, worker.url()) == Health.Answer.DOWN ? 1 : 0;
        }
        long polls =
                rig.statistics(Side.WORKER_QUEUES).operation("ReceiveMessage").requests();
        return new Sample(clock.now(), ready, down, polls, posts.getAsInt());
    }
}
