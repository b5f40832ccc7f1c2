package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.chaos.scenario.LiveListener.Seen;
import io.feedmill.chaos.scenario.LivingSequence.Claimed;
import io.feedmill.client.ProblemException;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "living",
        description = {
            "Users of two APIs publish, follow, unfollow, edit, retract, permit, mute and block by sequences of a seed, while",
            "authors are listed on read and taken off, messages arrive twice and workers are killed; then compares every",
            "home feed with a model."
        })
public final class LivingScenario extends Scenario {
    private static final int SLICE_SIZE = 2;
    private static final int AT_ONCE = 12;
    /** Sequences with two listeners each. */
    private static final int LISTENING = 5;

    /** The list of authors on read has room for three of each. */
    private static final int MAX_SEQUENCES = 3_000;

    private static final int MAX_SEED = 1_000_000;
    private static final Duration KILL_EVERY = Duration.ofSeconds(8);
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final Duration STOP = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration BETWEEN_CLAIMS = Duration.ofMillis(20);

    @Option(names = "--sequences", paramLabel = "N", description = "Number of sequences (${DEFAULT-VALUE}).")
    private int sequences = 50;

    @Option(names = "--events", paramLabel = "N", description = "Calls of each sequence (${DEFAULT-VALUE}).")
    private int events = 30;

    @Option(
            names = "--cuts",
            paramLabel = "N",
            description = "How often the live feeds of listeners are cut (${DEFAULT-VALUE}).")
    private int cuts = 100;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the sequences (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Override
    void checkOptions() {
        require(sequences >= 1 && sequences <= MAX_SEQUENCES, "--sequences must be 1 to %d.".formatted(MAX_SEQUENCES));
        require(events >= 1 && events <= 80, "--events must be 1 to 80.");
        require(cuts >= 0 && cuts <= 1_000, "--cuts must be 0 to 1000.");
    }

    /** The second look of an unfollow comes three lives of a handler after the first: 105 s. The sweep waits for it on a loaded machine, too. */
    @Override
    Rig.Settings settings() {
        return Rig.Settings.of(workers(), SLICE_SIZE)
                .quick()
                .withApis(2)
                .with(Map.of("FEEDMILL_UNFOLLOW_GRACE", "2s", "FEEDMILL_RELAY_ACCEPTED", "30s"));
    }

    @Override
    String verified() {
        return "every home feed is that of the model; pages hid at once, had no repeat and no hole, and were as complete as they said; live feeds show what pages show";
    }

    @Override
    void run(RigRun run) {
        run.screen().say("seed %d".formatted(seed));
        Announcements announcements = new Announcements(run, seed);
        PageTimes times = new PageTimes();
        List<LivingSequence> all = IntStream.rangeClosed(1, sequences)
                .mapToObj(number -> new LivingSequence(run, seed, number, cuts(number), announcements, times))
                .toList();
        announcements.begin();
        OnReadSwitches.begin(run.rig(), all.stream().map(LivingSequence::onRead).toList());
        Away.begin(
                run.rig(),
                all.stream()
                        .filter(each -> !each.isAway())
                        .flatMap(each -> each.everyone().stream())
                        .toList());
        run.rig().inject(Side.WORKER_QUEUES, new Script(seed, "pk", RigRun.DELIVERIES));
        AtomicBoolean over = new AtomicBoolean();
        int killed;
        Duration settled;
        Seen seen;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> claim(run, all, over));
            listeners(all).forEach(listener -> threads.execute(listener::listen));
            try {
                killed = make(run, all, announcements);
                RunClock clock = new RunClock();
                awaitDone(run);
                settled = clock.now();
                seen = settle(run, all);
            } finally {
                over.set(true);
                listeners(all).forEach(LiveListener::end);
            }
        }
        run.screen().each("home feeds", AT_ONCE, all, LivingSequence::compare);
        run.requireNoCrash();
        print(run, all, killed, settled);
        print(run.screen(), all, seen);
        run.screen()
                .row(
                        "away",
                        "%,d sequences, %,d deliveries passed over"
                                .formatted(
                                        all.stream()
                                                .filter(LivingSequence::isAway)
                                                .count(),
                                        all.stream()
                                                .mapToLong(LivingSequence::passedOver)
                                                .sum()));
        run.screen()
                .row(
                        "on read",
                        "%,d posts, %,d switches, %,d announcements"
                                .formatted(
                                        all.stream()
                                                .mapToInt(LivingSequence::postsOnRead)
                                                .sum(),
                                        all.stream()
                                                .mapToInt(each -> each.onRead().count())
                                                .sum(),
                                        announcements.count()));
    }

    /** Returns how often each of the two listeners of a sequence is cut: those of the first ones. */
    private int cuts(int number) {
        return number > LISTENING ? 0 : Math.ceilDiv(cuts, 2 * Math.min(sequences, LISTENING));
    }

    private static List<LiveListener> listeners(List<LivingSequence> all) {
        return all.stream().flatMap(each -> each.listeners().stream()).toList();
    }

    /** Waits until pages say that they have all posts, and live feeds show what pages show. */
    private static Seen settle(RigRun run, List<LivingSequence> all) {
        boolean claimed = RunClock.await(() -> all.stream().allMatch(LivingSequence::claimsAll), POLL, run.limit());
        run.require(claimed, "No page says that it is complete until the last post.");
        return run.screen().each("live feeds", AT_ONCE, listeners(all), LiveListener::settle).stream()
                .reduce(Seen.NOTHING, Seen::plus);
    }

    /** Makes the calls of all sequences, the late ones without faults, and announcements meanwhile. Returns the number of kills. */
    private int make(RigRun run, List<LivingSequence> all, Announcements announcements) {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> announcements.make(all, over));
            try {
                int killed = make(run, all);
                run.rig().recover();
                Away.raise(run.rig());
                run.screen().each("late calls", AT_ONCE, all, each -> {
                    each.makeLate();
                    return each;
                });
                Away.end(run.rig());
                return killed;
            } finally {
                over.set(true);
            }
        }
    }

    /**
     * Makes the calls of all sequences. Disturbs the queues and kills one worker after the other until three quarters are made: messages that were not
     * deleted come back after 50 s, and all work would end so much later. Returns the number of kills.
     */
    private int make(RigRun run, List<LivingSequence> all) {
        AtomicInteger killed = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(all.size() * 3 / 4);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> {
                kill(run.rig().fleet(), killed, () -> left.get() <= 0);
                run.rig().inject(Side.WORKER_QUEUES, Script.NONE);
            });
            try {
                run.screen().each("sequences", AT_ONCE, all, sequence -> {
                    sequence.make(events);
                    return left.decrementAndGet();
                });
            } finally {
                left.set(0);
            }
        }
        return killed.get();
    }

    /** Reads pages of all readers, one after the other, as long as the run lasts. */
    private static void claim(RigRun run, List<LivingSequence> all, AtomicBoolean over) {
        try {
            for (int number = 0; !over.get(); number++) {
                all.get(number % all.size()).claim(number + number / all.size());
                RunClock.pause(BETWEEN_CLAIMS);
            }
        } catch (ProblemException e) {
            run.require(false, "a page failed: " + e.getMessage());
        }
    }

    /** Kills one worker and stops the next one, in turn. */
    private static void kill(Fleet fleet, AtomicInteger killed, BooleanSupplier over) {
        for (int number = 0; !RunClock.await(over, POLL, KILL_EVERY); number++) {
            fleet.awaitReady();
            FeedmillProcess worker =
                    fleet.workers().get(number % fleet.workers().size());
            if (number % 3 == 2) {
                fleet.stop(worker, STOP);
            } else {
                killed.addAndGet(fleet.kill(worker, DOWN) ? 1 : 0);
            }
        }
    }

    private static void awaitDone(RigRun run) {
        if (!run.awaitWork()) {
            throw new StepFailure("Jobs, follows or unfollows are still open after %d s."
                    .formatted(run.limit().toSeconds()));
        }
    }

    private static void print(Screen screen, List<LivingSequence> all, Seen seen) {
        Claimed claimed = all.stream().map(LivingSequence::checkClaims).reduce(new Claimed(0, 0), Claimed::plus);
        screen.row(
                "complete until",
                "%,d pages said it, of %,d posts; none was wrong".formatted(claimed.pages(), claimed.posts()));
        screen.row(
                "live feeds",
                "%,d, cut %,d times; %,d connections, %,d events"
                        .formatted(listeners(all).size(), seen.cuts(), seen.connections(), seen.events()));
        screen.row("retraction to removal", "at most " + Figures.text(seen.slowest()));
    }

    private void print(RigRun run, List<LivingSequence> all, int killed, Duration settled) {
        run.screen().say("");
        run.screen()
                .row("sequences", "%,d of %,d calls and %,d users".formatted(sequences, events, LivingSequence.USERS));
        run.screen()
                .row(
                        "page walks",
                        "%,d, of %,d pages"
                                .formatted(
                                        all.stream()
                                                .mapToInt(LivingSequence::walks)
                                                .sum(),
                                        all.stream()
                                                .mapToInt(LivingSequence::pages)
                                                .sum()));
        run.screen().row("workers killed", Integer.toString(killed));
        run.screen().row("last call to last work", "%d s".formatted(settled.toSeconds()));
    }
}
