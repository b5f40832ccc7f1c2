package io.feedmill.chaos.run;

import io.feedmill.chaos.run.Clients.Answer;
import io.feedmill.checker.load.RandomCalls;
import io.feedmill.checker.load.RandomCalls.Verb;
import io.feedmill.checker.load.Request;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Groups of users who call about each other and each other's posts, two calls of a group at a time. */
public final class Load {
    private static final List<String> NAMES = List.of("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal");
    private static final int AT_ONCE = 2;
    private static final int MAX_PAUSE = 1_000;
    private static final int READS = 8;
    /** After the last work: recalls and lists that APIs keep are as they will be, and live feeds show what pages show. */
    private static final Duration SETTLE = Duration.ofSeconds(60);

    private final RigRun run;
    private final Clients clients;
    private final List<Group> groups;
    private @Nullable ExecutorService callers;
    private volatile boolean over;

    /** Takes a number of groups, of up to eight users each, and the weights of kinds of calls other than the usual ones. */
    public Load(RigRun run, Clients clients, long seed, int groups, int users, Map<Verb, Integer> weights) {
        this.run = run;
        this.clients = clients;
        this.groups = IntStream.rangeClosed(1, groups)
                .mapToObj(number -> new Group(seed, number, NAMES.subList(0, users), weights))
                .toList();
    }

    private final class Group {
        private final Random random;
        private final RandomCalls calls;

        Group(long seed, int number, List<String> names, Map<Verb, Integer> weights) {
            this.random = new Random(seed * 1_000_003 + number);
            this.calls = new RandomCalls(
                    names.stream().map(name -> name + "-" + number).toList(), weights);
        }

        void call() {
            Request request = draw();
            learn(request, clients.call(request));
        }

        private synchronized Request draw() {
            return calls.next(random).request();
        }

        private synchronized void learn(Request request, Answer answer) {
            calls.answered(request, answer.status(), answer.json());
        }

        void callOn(Duration pause) {
            while (!over) {
                call();
                RunClock.pause(pause);
            }
        }

        /** Makes this number of calls. */
        void call(int count) {
            try (ExecutorService two =
                    Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
                IntStream.range(0, count)
                        .forEach(i -> two.execute(() -> {
                            call();
                            RunClock.pause(Duration.ofMillis(
                                    ThreadLocalRandom.current().nextInt(MAX_PAUSE)));
                        }));
            }
        }
    }

    /** Makes this number of calls of each group, some groups at a time. */
    public void make(String title, int atOnce, int calls) {
        run.screen().each(title, atOnce, groups, group -> {
            group.call(calls);
            return group;
        });
    }

    /** Calls until {@link #stop}, with a pause after each call. */
    public void start(Duration pause) {
        over = false;
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        callers = threads;
        groups.forEach(group -> IntStream.range(0, AT_ONCE).forEach(i -> threads.execute(() -> group.callOn(pause))));
    }

    /** Waits until every call is answered or given up. */
    public void stop() {
        over = true;
        if (callers != null) {
            callers.close();
        }
    }

    public List<String> users() {
        return groups.stream().flatMap(group -> group.calls.users().stream()).toList();
    }

    /** Waits until all work is done. Whatever is open at the limit is a finding. */
    public void rest() {
        run.require(run.awaitWork(), "Messages, jobs, follows or unfollows are still open.");
        RunClock.pause(SETTLE);
        clients.rest();
    }

    /** Reads everything at each API. */
    public void readAll() {
        List<Read> reads = new ArrayList<>();
        for (FeedmillProcess api : run.rig().fleet().apis()) {
            groups.stream()
                    .flatMap(group -> group.calls.everything().stream())
                    .forEach(request -> reads.add(new Read(api, request)));
        }
        run.screen().each("read everything", READS, reads, read -> clients.call(read.request(), List.of(read.api())));
    }

    private record Read(FeedmillProcess api, Request request) {}
}
