package io.feedmill.chaos.rig;

import io.feedmill.stack.Health;
import io.feedmill.stack.Member;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.StepFailure;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The API and the workers of a run. Whoever ends, by our hand or by itself, is started again, as a service manager would. Thread-safe. */
public final class Fleet implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Member api;
    private final List<Member> workers;
    private final Screen screen;
    private final Map<Member, Long> downUntil = new ConcurrentHashMap<>();
    private final Set<Member> told = ConcurrentHashMap.newKeySet();
    private final AtomicInteger crashes = new AtomicInteger();
    private final Thread supervisor = Thread.ofPlatform().daemon().name("fleet").unstarted(this::supervise);
    private volatile boolean closing;

    Fleet(Member api, List<Member> workers, Screen screen) {
        this.api = api;
        this.workers = List.copyOf(workers);
        this.screen = screen;
    }

    /** Starts all of them and waits until they are ready. */
    void start() {
        members().forEach(Member::start);
        members().forEach(Member::awaitReady);
        // When this program is stopped from outside, its children are, too, and nobody starts them again.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closing = true, "fleet"));
        supervisor.start();
    }

    public Member api() {
        return api;
    }

    public List<Member> workers() {
        return workers;
    }

    /** How many processes ended that nobody had told to. */
    public int crashes() {
        return crashes.get();
    }

    /** SIGKILL; after the time the process is started again. Returns whether it was up; one that is down stays so for as long as it was to. */
    public synchronized boolean kill(Member member, Duration downFor) {
        if (!member.isAlive()) {
            return false;
        }
        told.add(member);
        downUntil.put(member, System.nanoTime() + downFor.toNanos());
        member.kill();
        return true;
    }

    /** SIGTERM; the process is started again when it is gone. Returns how long that took; the limit is that of {@link Member#stop}. */
    public Duration stop(Member member, Duration limit) {
        told.add(member);
        return member.stop(limit);
    }

    /** Waits until all are up and ready; throws {@link StepFailure} with those that are not within four minutes. */
    public void awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (HttpClient http = HttpClient.newHttpClient()) {
            List<Member> missing = notReady(http);
            while (!missing.isEmpty()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new StepFailure("After %d s not ready: %s.".formatted(PATIENCE.toSeconds(), names(missing)));
                }
                Pause.of(LOOK);
                missing = notReady(http);
            }
        }
    }

    /** Kills all of them: nobody needs what they would still do. */
    @Override
    public void close() {
        closing = true;
        supervisor.interrupt();
        joinSupervisor();
        members().forEach(Member::close);
    }

    private void supervise() {
        while (!closing) {
            members().filter(member -> !member.isAlive()).forEach(this::startAgain);
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void startAgain(Member member) {
        Long until = downUntil.get(member);
        if (closing || (until != null && until - System.nanoTime() > 0)) {
            return;
        }
        downUntil.remove(member);
        if (!told.remove(member)) {
            crashes.incrementAndGet();
            screen.say("  %s has ended by itself (log %d of it); it is started again"
                    .formatted(member.name(), member.starts()));
        }
        member.start();
    }

    private List<Member> notReady(HttpClient http) {
        return members().filter(member -> !isReady(http, member)).toList();
    }

    private static boolean isReady(HttpClient http, Member member) {
        try {
            return member.isAlive() && Health.READINESS.isUp(http, member.url());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted while processes started.");
        }
    }

    private void joinSupervisor() {
        try {
            supervisor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Stream<Member> members() {
        return Stream.concat(Stream.of(api), workers.stream());
    }

    private static String names(List<Member> members) {
        return members.stream().map(Member::name).collect(Collectors.joining(", "));
    }
}
