package io.feedmill.chaos.scenario;

import io.feedmill.chaos.check.LedgerCheck;
import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post.NewPost;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "views",
        description =
                "Views posts, a third of the views again, while every message arrives twice and workers are killed.")
public final class ViewsScenario extends Scenario {
    private static final long SEED = 1;
    private static final int CALLS = 8;
    private static final int IN_FLIGHT = 32;
    private static final int KILLS = 2;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final String TRANSACTION = "TransactWriteItems";
    /** Until the last copy of a message has arrived and is counted. */
    private static final Duration LAST_COPIES = Duration.ofSeconds(5);

    /** Delivers every message a second time, at once or after most others. */
    private static final Script TWICE = Script.of(
            SEED,
            Rule.of(new Fault.Duplicate(1, new Distribution.Uniform(Duration.ofMillis(50), Duration.ofSeconds(3)))));

    /** The proxy counts units only against a capacity; this one is never used up. */
    private static final Script METERED = Script.of(
            SEED,
            Rule.of(new Fault.TableCapacity(1e12, 1e12, ThrottlingError.PROVISIONED))
                    .onOperations(TRANSACTION));

    @Option(names = "--views", paramLabel = "N", description = "Number of views (${DEFAULT-VALUE}).")
    private int views = 100_000;

    @Option(names = "--viewers", paramLabel = "N", description = "Number of users who view (${DEFAULT-VALUE}).")
    private int viewers = 20_000;

    @Option(names = "--posts", paramLabel = "N", description = "Number of posts (${DEFAULT-VALUE}).")
    private int posts = 50;

    @Override
    void checkOptions() {
        require(views >= 3 && views <= 10_000_000, "--views must be 3 to 10000000.");
        require(posts >= 1 && posts <= 10_000, "--posts must be 1 to 10000.");
        require(viewers >= 1 && (long) viewers * posts >= views, "--viewers times --posts must be at least --views.");
    }

    @Override
    String verified() {
        return "each viewer of a post is counted once, in its counter and in the ledger";
    }

    /**
     * The cost of counting.
     *
     * @param entries of the ledger: one for each transaction that had an effect
     * @param sent all transactions
     */
    record Cost(List<Viewed> entries, OperationStatistics sent) {
        long views() {
            return entries.stream().mapToLong(Viewed::count).sum();
        }

        /** Returns the transactions without effect: another worker had counted a viewer, or they were repeated. They cost as much. */
        long wasted() {
            return sent.forwarded() - entries.size();
        }

        double unitsPerView() {
            return (double) sent.unitsAccepted() / Math.max(1, views());
        }
    }

    @Override
    void run(RigRun run) {
        ViewPlan plan = ViewPlan.draw(views, viewers, posts, SEED);
        Rig rig = run.rig();
        List<String> ids = publish(run, plan);
        Instant begin = Instant.now();
        rig.inject(Side.WORKER_QUEUES, TWICE);
        rig.inject(Side.STORE, METERED);
        Statistics queues = rig.statistics(Side.WORKER_QUEUES);
        Statistics store = rig.statistics(Side.STORE);
        RunClock clock = new RunClock();
        int killed = view(run, plan, ids);
        Duration sent = clock.now();
        awaitCounted(run, plan, ids);
        Duration counted = clock.now();
        awaitEmpty(run);
        Cost cost = new Cost(
                ledger(rig, ids, begin), rig.statistics(Side.STORE).since(store).operation(TRANSACTION));
        rig.recover();
        long copies = rig.statistics(Side.WORKER_QUEUES)
                .since(queues)
                .operation("ReceiveMessage")
                .injected(FaultKind.DUPLICATE);
        run.require(copies >= plan.views().size(), "Only %,d messages arrived twice.".formatted(copies));
        run.require(killed == KILLS, "%d workers were killed.".formatted(killed));
        run.requireNoCrash();
        run.findings().add(LedgerCheck.compareViews(plan.expected(ids), counters(rig.feedmill(), ids), cost.entries()));
        print(run.screen(), plan, copies, killed, sent, counted);
        print(run.screen(), cost);
    }

    /** Publishes the posts, by an author without followers, and waits until their jobs are complete. */
    private static List<String> publish(RigRun run, ViewPlan plan) {
        String marker = "views-" + UUID.randomUUID();
        List<Integer> numbers = IntStream.range(0, plan.posts()).boxed().toList();
        List<String> ids = run.screen()
                .each(
                        "publish",
                        IN_FLIGHT,
                        numbers,
                        number -> RigRun.PERSISTENCE
                                .get(() -> run.rig()
                                        .feedmill()
                                        .publishPost(new NewPost("viewed", "Post " + number), marker + "-" + number))
                                .id());
        run.require(
                run
                        .steps()
                        .look(ids.stream().collect(Collectors.toMap(id -> id, id -> "viewed")), 0, run.limit())
                        .values()
                        .stream()
                        .allMatch(Job::isComplete),
                "The job of a post is not complete.");
        return ids;
    }

    /** Sends all views and kills a worker after each third. Returns the number of workers killed. */
    private static int view(RigRun run, ViewPlan plan, List<String> posts) {
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger killed = new AtomicInteger();
        Fleet fleet = run.rig().fleet();
        int third = Math.max(1, plan.views().size() / (KILLS + 1));
        run.screen().each("views", IN_FLIGHT, plan.views(), view -> {
            RigRun.PERSISTENCE.get(() -> {
                run.rig().feedmill().recordView(posts.get(view.post()), view.viewer());
                return true;
            });
            int number = sent.incrementAndGet();
            if (number == third || number == 2 * third) {
                int worker = number / third % fleet.workers().size();
                killed.addAndGet(fleet.kill(fleet.workers().get(worker), DOWN) ? 1 : 0);
            }
            return number;
        });
        return killed.get();
    }

    private static void awaitCounted(RigRun run, ViewPlan plan, List<String> posts) {
        int all = plan.distinct();
        try (Progress progress = run.screen().progress("counted", all)) {
            RunClock.await(
                    () -> {
                        long counted = counters(run.rig().feedmill(), posts).values().stream()
                                .mapToLong(Long::longValue)
                                .sum();
                        progress.at(counted);
                        return counted >= all;
                    },
                    POLL,
                    run.limit());
        }
    }

    private static void awaitEmpty(RigRun run) {
        run.screen().say("waiting for messages of the killed workers…");
        if (!RunClock.await(() -> run.rig().storage().queues().messages() == 0, POLL, run.limit())) {
            throw new StepFailure(
                    "The queues are not empty after %d s.".formatted(run.limit().toSeconds()));
        }
        RunClock.pause(LAST_COPIES);
    }

    private static List<Viewed> ledger(Rig rig, List<String> posts, Instant begin) {
        Set<String> ours = Set.copyOf(posts);
        return rig.storage().ledger(begin, Instant.now()).stream()
                .filter(Viewed.class::isInstance)
                .map(Viewed.class::cast)
                .filter(entry -> ours.contains(entry.post().value()))
                .toList();
    }

    private static Map<String, Long> counters(FeedmillClient feedmill, List<String> posts) {
        return posts.stream()
                .gather(Gatherers.mapConcurrent(
                        CALLS,
                        post -> Map.entry(
                                post,
                                Persistence.PATIENT
                                        .get(() -> feedmill.getPostCounters(post))
                                        .views())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static void print(Screen screen, ViewPlan plan, long copies, int killed, Duration sent, Duration counted) {
        screen.say("");
        screen.row(
                "views",
                "%,d of %d posts; %,d of them first ones"
                        .formatted(plan.views().size(), plan.posts(), plan.distinct()));
        screen.row("copies", "%,d messages arrived once more".formatted(copies));
        screen.row("workers killed", Integer.toString(killed));
        double perSecond = plan.views().size() / Figures.seconds(counted);
        screen.row("sent in", Figures.text(sent));
        screen.row("counted in", "%s, %,.0f messages a second".formatted(Figures.text(counted), perSecond));
    }

    private static void print(Screen screen, Cost cost) {
        int transactions = cost.entries().size();
        screen.row(
                "transactions",
                "%,d, with %.1f new views each"
                        .formatted(transactions, (double) cost.views() / Math.max(1, transactions)));
        screen.row("lost conditions, repetitions", "%,d".formatted(cost.wasted()));
        screen.row("write units", "%,d: %.2f a view".formatted(cost.sent().unitsAccepted(), cost.unitsPerView()));
    }
}
