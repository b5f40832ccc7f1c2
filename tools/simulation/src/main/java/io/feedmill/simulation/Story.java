package io.feedmill.simulation;

import io.feedmill.checker.Checker;
import io.feedmill.checker.Event;
import io.feedmill.checker.Mark;
import io.feedmill.checker.Promise;
import io.feedmill.checker.Recorder;
import io.feedmill.checker.Report;
import io.feedmill.checker.Settings;
import io.feedmill.checker.load.RandomCalls;
import io.feedmill.checker.load.RandomCalls.Drawn;
import io.feedmill.checker.load.Request;
import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.Finding;
import io.feedmill.common.queue.Queue;
import io.feedmill.simulation.Client.Answer;
import io.feedmill.simulation.FaultSchedule.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One sequence: a service of some processes, clients that call it, faults, crashes and time; then it comes to rest, the clients read everything, and the checker
 * judges what they saw. The seed decides all of it. Each event draws by a seed of its own, so that a story without some of its events is much the same.
 */
final class Story {
    private static final Instant BEGIN = Instant.parse("2027-03-01T10:00:00Z");
    private static final List<String> USERS = List.of("ann", "bob", "cid", "dan", "eve");
    private static final int MIN_USERS = 2;
    private static final int PROCESSES = 2;
    private static final int MIN_EVENTS = 20;
    private static final int MORE_EVENTS = 50;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /**
     * Within which all work ends after the last fault. A message of a newer version is requeued for 15 minutes and one more. Other work takes no longer: a
     * lost message is sent again after 10 minutes at the latest ({@code Patience}), is hidden for 2 if its worker dies, requeued after up to 5, and an unfollow
     * has three passes, 195 s apart.
     */
    private static final long MAX_REST = Duration.ofMinutes(25).toNanos();
    /** Within which a message is received that can be, and within which the sweep sends due work that has none. */
    private static final long MAX_WAIT = 60 * SECOND;

    private static final long MAX_UNSENT = 90 * SECOND;
    /** After which the sweep goes by no wait of messages while there were faults: {@code Patience}. */
    private static final long PATIENT = 240 * SECOND;
    /** Until live feeds show what pages do. */
    private static final long LIVE = 40 * SECOND;
    /** The changes at the end of a story, which are none of its events. */
    private static final int CALM_CHANGES = 5;

    /** Of which the first {@link #NO_CALLS} are no calls. */
    private static final int KINDS = 160;

    private static final int NO_CALLS = 50;

    private static final int NONE = -1;
    /** After which what was extra is no suspect any more: {@code HandlerLife.LAST_WRITE} and the audit's margin. */
    private static final Duration SETTLED = Duration.ofMinutes(20);

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final long seed;
    private final World world;
    private final Recorder history = Recorder.inMemory();
    private final Client client;
    private final List<String> users;
    private final RandomCalls calls;
    private final Reached reached;
    private final List<String> told = new ArrayList<>();
    private final Planted planted;
    /** Follower and author of lines of imports. */
    private final Set<String> imported = new TreeSet<>();

    private int clients;
    private int names;
    private @Nullable Instant faultsSince;
    /** The most that a clock was off. */
    private Duration clocks = Duration.ZERO;

    private @Nullable String unrest;
    private boolean over;

    private Story(long seed, Reached reached) {
        Random chance = new Random(seed);
        this.seed = seed;
        this.reached = reached;
        this.users = USERS.subList(0, MIN_USERS + chance.nextInt(USERS.size() - MIN_USERS + 1));
        this.calls = new RandomCalls(users, RandomCalls.unevenWeights(chance));
        this.world = new World(seed, BEGIN, reached);
        this.client = new Client(world, history);
        this.planted = new Planted(world);
        world.onProcess(this::befall);
    }

    /** What became of a story: no report if it did not come to its end; a failure is wrong and breaks no promise of the documents; the events are told in words. */
    record Outcome(
            long seed,
            List<Integer> events,
            @Nullable Report report,
            @Nullable String failure,
            List<String> told,
            List<Event> history,
            long steps,
            long turns,
            Duration time) {

        boolean failed() {
            return failure != null || (report != null && !report.violations().isEmpty());
        }

        /** What is wrong first, in a line; empty: nothing. */
        String first() {
            if (failure != null) {
                return failure;
            }
            return report == null || report.violations().isEmpty()
                    ? ""
                    : report.violations().getFirst().toString();
        }

        /** By what a smaller story fails in the same way: without times and ids. */
        String kind() {
            if (failure != null) {
                return failure.lines().findFirst().orElse("").replaceAll("(:[^:]*):.*|[0-9].*", "$1");
            }
            return report == null || report.violations().isEmpty()
                    ? ""
                    : report.violations().getFirst().promise().toString();
        }
    }

    /** Runs the story of a seed. */
    static Outcome run(long seed, Reached reached) {
        int events = MIN_EVENTS + new Random(seed).nextInt(MORE_EVENTS);
        return run(seed, IntStream.range(0, events).boxed().toList(), reached);
    }

    /** Runs it with some of its events. */
    static Outcome run(long seed, Collection<Integer> events, Reached reached) {
        return run(seed, events, Map.of(), reached);
    }

    /** Runs it with these odds of faults at its begin. */
    static Outcome run(long seed, Collection<Integer> events, Map<Kind, Double> odds, Reached reached) {
        Signals.listen(reached);
        ApiProcess.prepare();
        WorkerProcess.prepare();
        Story story = new Story(seed, reached);
        odds.forEach(story.world.faults()::set);
        return story.play(List.copyOf(events));
    }

    private Outcome play(List<Integer> events) {
        String failure = null;
        try {
            world.time().start("story", () -> tell(events));
            world.time().runUntil(() -> over);
            failure = unrest;
        } catch (IllegalStateException e) {
            endFaults();
            failure =
                    "The simulation ended: " + e.getMessage() + (e.getCause() == null ? "" : " " + trace(e.getCause()));
        }
        world.processes().forEach(SimulatedProcess::end);
        Report report = Checker.check(history.events());
        for (Promise promise : Promise.values()) {
            reached.add("promise", promise.toString(), report.judged(promise));
        }
        return new Outcome(
                seed,
                events,
                report,
                failure,
                told,
                history.events(),
                world.steps(),
                world.time().turns(),
                Duration.between(BEGIN, world.time().instant()));
    }

    private static String trace(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (StackTraceElement frame : e.getStackTrace()) {
            text.append("\n  ").append(frame);
        }
        return text.toString();
    }

    private void tell(List<Integer> events) {
        history.append(Settings.of(List.of(), "simulation"));
        for (int i = 0; i < PROCESSES; i++) {
            startApi();
            startWorker();
        }
        world.time().pass(2 * SECOND);
        follows();
        for (int event : events) {
            if (unrest != null) {
                break;
            }
            Random chance = chance(seed, event);
            world.random().setSeed(chance.nextLong());
            happen(event, chance);
            world.time().pass(pause(chance));
            if (clients == 0) {
                badge(World.pick(users, chance));
            }
        }
        if (rest() && changeInCalm()) {
            world.time().pass(LIVE);
            readAll();
            inspect();
        }
        over = true;
    }

    /** A user reads the notifications, and how many are unseen, at one API. */
    private void badge(String user) {
        ApiProcess api = world.anyApi();
        if (api == null) {
            return;
        }
        long version = world.database().version();
        Instant begin = world.time().instant();
        for (Request read : calls.notifications(user)) {
            Answer answer = client.attempt(api, read, history.nextId(), null);
            calls.answered(read, answer.status(), answer.json());
        }
        if (version == world.database().version()) {
            reached.count("event", "badge of one moment");
            history.append(new Mark(Mark.Kind.STILL, begin, world.time().instant(), null, null, null));
        }
    }

    /** Whom the users follow when the story begins. */
    private void follows() {
        Random chance = new Random(seed);
        double odds = chance.nextDouble();
        for (String user : users) {
            for (String author : users) {
                if (!user.equals(author) && chance.nextDouble() < odds) {
                    client.call(new Request(
                            user,
                            List.of(),
                            "PUT",
                            "/v1/users/" + user + "/following/" + author,
                            Map.of(),
                            null,
                            false));
                    told.add("    " + user + " follows " + author);
                }
            }
        }
    }

    private static long pause(Random chance) {
        return switch (chance.nextInt(10)) {
            case 0, 1, 2 -> 0;
            case 3, 4, 5 -> chance.nextLong(SECOND / 5);
            case 6, 7 -> chance.nextLong(2 * SECOND);
            case 8 -> chance.nextLong(10 * SECOND);
            default -> chance.nextLong(90 * SECOND);
        };
    }

    /** Whether this event of a story is a call. */
    static boolean isCall(long seed, int event) {
        Random chance = chance(seed, event);
        chance.nextLong(); // the world's seed
        return chance.nextInt(KINDS) >= NO_CALLS;
    }

    private static Random chance(long seed, int event) {
        return new Random(seed * 1_000_003 + event);
    }

    private void happen(int event, Random chance) {
        switch (chance.nextInt(KINDS)) {
            case 0, 1, 2, 3, 4, 5 -> toAny(chance, process -> crash(event, process, chance));
            case 6, 7, 8, 9 -> toAny(chance, process -> stop(event, process, chance));
            case 10, 11, 12, 13 -> toAny(chance, process -> standStill(event, process, chance));
            case 14, 15, 16, 17, 18 -> toAny(chance, process -> setClock(event, process, chance));
            case 19, 20, 21, 22, 23, 24, 25, 26, 27, 28 -> faults(event, chance);
            case 29, 30, 31, 32, 33, 34, 35 -> live(event, chance);
            case 36, 37, 38 -> plant(event, chance);
            case 39, 40 -> operate(event, chance);
            case 41, 42 -> audit(event, chance);
            case 43, 44 -> letTimePass(event, chance);
            case 45 -> expire(event);
            case 46, 47, 48, 49 -> holdUp(event, chance);
            default -> call(event, chance);
        }
    }

    private void happens(int event, String kind, String what) {
        reached.count("event", kind);
        say(event, what);
    }

    private void say(int event, String what) {
        told.add("%3s %9.3f s %s"
                .formatted(
                        event == NONE ? "" : event,
                        Duration.between(BEGIN, world.time().instant()).toMillis() / 1000.0,
                        what));
    }

    private void call(int event, Random chance) {
        Drawn drawn = calls.next(chance);
        call(event, drawn.verb().toString(), drawn.request(), chance);
    }

    private void call(int event, String verb, Request request, Random chance) {
        say(event, request.toString());
        if (request.path().equals("/v1/follows:import")) {
            imported.addAll(
                    Objects.requireNonNull(request.body()).asString("").lines().toList());
        }
        int line = told.size() - 1;
        clients++;
        Thread thread = world.time().start("client", () -> {
            Answer answer = client.call(request);
            calls.answered(request, answer.status(), answer.json());
            reached.count("verb", verb + " " + (answer.status() == 0 ? "none" : answer.status()));
            tell(
                    line,
                    (answer.status() == 0 ? "no answer" : answer.status())
                            + (request.method().equals("POST") && answer.json() != null
                                    ? " " + answer.json().path("id").asString("")
                                    : ""));
            clients--;
        });
        if (chance.nextInt(3) > 0) {
            join(thread);
        }
    }

    private void tell(int line, String end) {
        told.set(line, told.get(line) + " -> " + end);
    }

    /** A client opens a live feed; it listens for a while or to the end of the story, reads slowly, or leaves. */
    private void live(int event, Random chance) {
        String user = users.get(chance.nextInt(users.size()));
        boolean slow = chance.nextInt(4) == 0;
        long pace = slow ? chance.nextLong(12 * SECOND) : 0;
        long time = slow || chance.nextBoolean() ? chance.nextLong(60 * SECOND) : MAX_REST * 100;
        say(
                event,
                user + " listens" + (slow ? ", and takes " + pace / 1_000_000 + " ms for an event" : "")
                        + (time > MAX_REST ? "" : ", for " + time / SECOND + " s"));
        reached.count("event", slow ? "live, read slowly" : time > MAX_REST ? "live" : "live, cut by the client");
        if (slow) {
            fault(user + " reads slowly", time / SECOND + 15);
        }
        listen(user, time, pace);
    }

    private void listen(String user, long time, long pace) {
        int line = told.size() - 1;
        world.time().start("listener", () -> {
            int status = client.listen(user, time, pace);
            reached.count("verb", "LIVE " + (status == 0 ? "none" : status));
            tell(line, status == 0 ? "no answer" : Integer.toString(status));
        });
    }

    /** A message that nobody can handle, or a row of a newer version. */
    private void plant(int event, Random chance) {
        if (chance.nextInt(4) == 0) {
            happens(event, "newer row", "an outbox row of a newer version");
            planted.row(chance);
            world.time()
                    .after(chance.nextLong(120 * SECOND), () -> world.time().start("newer worker", planted::endRows));
        } else {
            String letter = planted.letter(chance);
            happens(event, "message " + letter.substring(0, letter.indexOf(' ')), "a message: " + letter);
        }
    }

    /** Calls that operators make rarely, and a story needs more often. */
    private void operate(int event, Random chance) {
        List<String> queues = List.of("publish", "deliver", "views", "upkeep");
        Request request = switch (chance.nextInt(6)) {
            case 0, 1, 2 -> {
                ObjectNode body = JSON.objectNode().put("dryRun", chance.nextInt(5) == 0);
                if (chance.nextInt(3) == 0) {
                    body.put("reason", "unknown-type");
                }
                yield operator("POST", "/v1/admin/dead-letters/" + queues.get(chance.nextInt(4)) + ":redrive", body);
            }
            case 3 -> operator("GET", "/v1/admin/dead-letters", null);
            case 4 -> operator("GET", "/v1/admin/workers", null);
            default -> operator("PUT", "/v1/admin/dormant", JSON.objectNode().put("days", 3 + chance.nextInt(10)));
        };
        reached.count(
                "event", "operator " + request.method() + " " + request.path().replaceAll("/[a-z]+:", "/…:"));
        call(event, "OPERATE " + request.path().replaceAll(".*[/:]", ""), request, chance);
    }

    private static Request operator(String method, String path, @Nullable JsonNode body) {
        return new Request(Tokens.SERVICE, List.of("admin"), method, path, Map.of(), body, false);
    }

    private void audit(int event, Random chance) {
        boolean repair = chance.nextBoolean();
        String audit = repair ? "audit with repairs" : "audit";
        happens(event, audit, "an " + audit);
        int line = told.size() - 1;
        clients++;
        world.time().start("operator", () -> {
            join(new Command("audit-" + ++names, world)
                    .audit(
                            repair,
                            clocks,
                            results -> {
                                reached.count("audit", results.findings() == 0 ? "no findings" : "findings");
                                tell(line, results.findings() + " findings " + results.first());
                            },
                            failure -> tell(line, "stopped: " + failure.getMessage())));
            clients--;
        });
    }

    /** Hours or days, in which the service is at rest. */
    private void letTimePass(int event, Random chance) {
        boolean dormancy = chance.nextBoolean();
        say(event, "time will pass" + (dormancy ? ", and who is away for 3 days gets no posts" : ""));
        if (dormancy) {
            client.call(operator("PUT", "/v1/admin/dormant", JSON.objectNode().put("days", 3)));
        }
        if (!rest()) {
            return;
        }
        Duration time = switch (chance.nextInt(16)) {
            case 0, 1 -> Duration.ofMinutes(1 + chance.nextInt(30));
            case 2, 3, 4 -> Duration.ofMinutes(60 + chance.nextInt(1500));
            case 5, 6, 7, 8, 9, 10 -> Duration.ofHours(24 + chance.nextInt(500));
            case 11, 12, 13, 14 -> Duration.ofHours(30 * 24 - 12 + chance.nextInt(24));
            default -> Duration.ofHours(90 * 24 - 12 + chance.nextInt(72));
        };
        say(event, time + " pass");
        reached.count(
                "event",
                "time passes: "
                        + (time.toDays() > 80
                                ? "90 days"
                                : time.toDays() > 28
                                        ? "30 days"
                                        : time.toDays() > 0 ? "days" : time.toHours() > 0 ? "hours" : "minutes"));
        jump(time);
        if (chance.nextBoolean()) {
            expire(event);
        }
    }

    private void jump(Duration time) {
        Instant before = world.time().instant();
        world.time().jump(time.toNanos());
        history.append(
                Mark.fault(before, world.time().instant().plusSeconds(60), "all processes stand still for " + time));
        world.time().pass(5 * SECOND);
    }

    private void expire(int event) {
        happens(event, "time to live", "what has expired is deleted");
        world.database().expire();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void toAny(Random chance, Consumer<SimulatedProcess> happening) {
        List<SimulatedProcess> all = world.processes();
        if (!all.isEmpty()) {
            happening.accept(World.pick(all, chance));
        }
    }

    private void crash(int event, SimulatedProcess process, Random chance) {
        if (event != NONE) {
            reached.count("event", "crash");
        }
        say(event, process.name() + " crashes");
        fault("crash of " + process.name(), 30);
        process.end();
        replace(process, chance);
    }

    /** In the midst of a handler or a request. */
    private void befall(Kind kind, SimulatedTime time) {
        world.processes().stream()
                .filter(process -> process.time().equals(time))
                .findFirst()
                .ifPresent(process -> {
                    if (kind == Kind.STOOD_STILL) {
                        standStill(NONE, process, SECOND + world.random().nextLong(60 * SECOND));
                    } else {
                        crash(NONE, process, world.random());
                    }
                });
    }

    private void stop(int event, SimulatedProcess process, Random chance) {
        happens(event, "stop", process.name() + " stops");
        fault("stop of " + process.name(), 40);
        if (process instanceof ApiProcess api) {
            api.stop();
        } else if (process instanceof WorkerProcess worker) {
            worker.stop();
        }
        replace(process, chance);
    }

    private void replace(SimulatedProcess process, Random chance) {
        long wait = chance.nextBoolean() ? 0 : chance.nextLong(20 * SECOND);
        world.time().after(wait, () -> {
            if (process instanceof ApiProcess) {
                startApi();
            } else {
                startWorker();
            }
        });
    }

    private void standStill(int event, SimulatedProcess process, Random chance) {
        reached.count("event", "stand still");
        standStill(event, process, SECOND + chance.nextLong((chance.nextInt(4) == 0 ? 200 : 60) * SECOND));
    }

    private void standStill(int event, SimulatedProcess process, long time) {
        say(event, process.name() + " stands still for " + time / SECOND + " s");
        fault(process.name() + " stands still", time / SECOND + 30);
        process.time().standStill(world.time().now() + time);
    }

    private void setClock(int event, SimulatedProcess process, Random chance) {
        int sign = chance.nextBoolean() ? 1 : -1;
        switch (chance.nextInt(12)) {
            case 0, 1 -> setClock(event, process, Duration.ofMillis(sign * chance.nextLong(1_500)), "nearly right");
            case 2, 3 -> setClock(event, process, Duration.ofSeconds(sign * chance.nextLong(60)), "a minute off");
            case 4 -> setClock(event, process, Duration.ofSeconds(sign * 240L), "4 minutes off");
            case 5 -> setClock(event, process, Duration.ofSeconds(sign * 2_400L), "40 minutes off");
            case 6, 7 -> drift(event, process, Duration.ofMillis(sign * (1 + chance.nextLong(20))));
            case 8 -> swing(event, process, sign * chance.nextLong(3 * SECOND));
            default -> setClock(event, process, Duration.ZERO, "right");
        }
    }

    private void setClock(int event, SimulatedProcess process, Duration ahead, String kind) {
        happens(event, "clock " + kind, "the clock of " + process.name() + " is " + ahead + " ahead");
        process.time().drift(Duration.ZERO);
        setClock(process, ahead);
    }

    private void setClock(SimulatedProcess process, Duration ahead) {
        process.time().offset(ahead);
        markClock(process);
    }

    private void markClock(SimulatedProcess process) {
        Duration ahead = process.time().ahead();
        clocks = clocks.compareTo(ahead.abs()) < 0 ? ahead.abs() : clocks;
        history.append(Mark.clock(world.time().instant(), process.name(), ahead));
    }

    /** A clock that goes too fast, or too slowly, until it is set. */
    private void drift(int event, SimulatedProcess process, Duration everySecond) {
        happens(
                event,
                "clock drifts",
                "the clock of " + process.name() + " gains " + everySecond.toMillis() + " ms a second");
        process.time().drift(everySecond);
        markDrift(process);
    }

    private void markDrift(SimulatedProcess process) {
        if (process.time().drifts() && !process.time().hasEnded()) {
            markClock(process);
            world.time().after(2 * SECOND, () -> markDrift(process));
        }
    }

    /** Steps to and fro, as of a machine that takes its time from two others. */
    private void swing(int event, SimulatedProcess process, long nanos) {
        say(event, "the clock of " + process.name() + " steps by " + nanos / 1_000_000 + " ms to and fro");
        reached.count("event", "clock steps");
        process.time().drift(Duration.ZERO);
        for (int step = 0; step < 10; step++) {
            Duration ahead = step % 2 == 0 ? Duration.ofNanos(nanos) : Duration.ZERO;
            world.time().after(2L * step * SECOND, () -> setClock(process, ahead));
        }
    }

    /** Work waits: what is accepted does not reach the home feeds. */
    private void holdUp(int event, Random chance) {
        Queue queue = World.pick(List.of(Queue.values()), chance);
        long time = SECOND + chance.nextLong(60 * SECOND);
        happens(
                event,
                "messages held up",
                "the messages of " + queue.suffix() + " are held up for " + time / SECOND + " s");
        fault("messages are held up", time / SECOND + 10);
        world.queues().holdUp(World.QUEUES.name(queue), time);
    }

    private void faults(int event, Random chance) {
        if (chance.nextInt(3) == 0) {
            say(event, "no faults");
            endFaults();
            return;
        }
        Kind kind = World.pick(List.of(Kind.values()), chance);
        double odds = chance.nextInt(4) == 0 ? 0.3 : 0.05;
        say(event, "fault: " + kind + " " + odds);
        faultsSince = faultsSince == null ? world.time().instant() : faultsSince;
        world.faults().set(kind, odds);
    }

    private void endFaults() {
        world.faults().clear();
        if (faultsSince != null) {
            history.append(Mark.fault(faultsSince, world.time().instant().plusSeconds(10), "calls fail"));
            faultsSince = null;
        }
    }

    private void fault(String text, long seconds) {
        Instant now = world.time().instant();
        history.append(Mark.fault(now, now.plusSeconds(seconds), text));
    }

    private void startApi() {
        ApiProcess api = new ApiProcess("api-" + ++names, world);
        world.processes().add(api);
        api.start();
    }

    private void startWorker() {
        WorkerProcess worker = new WorkerProcess("worker-" + ++names, world);
        world.processes().add(worker);
        worker.start();
    }

    /** Ends all faults, and waits until nothing is left to do. Returns whether that came. */
    private boolean rest() {
        endFaults();
        world.queues().holdUpNothing();
        planted.endRows();
        for (SimulatedProcess process : List.copyOf(world.processes())) {
            process.time().standStill(0);
            process.time().drift(Duration.ZERO);
            setClock(process, Duration.ZERO);
        }
        long begin = world.time().now();
        world.time().pass(25 * SECOND);
        long patient = begin + PATIENT;
        while (!isAtRest()) {
            long now = world.time().now();
            patient = Math.max(patient, world.messages() == 0 ? world.due() : now);
            boolean received = now - begin < MAX_WAIT
                    || world.queues().waiting(now - MAX_WAIT).isEmpty();
            if (now - begin > MAX_REST || now - patient > MAX_UNSENT || !received) {
                unrest = "Work waits " + Duration.ofNanos(now - begin) + " after the last fault: " + waiting();
                return false;
            }
            world.time().pass(5 * SECOND);
        }
        Duration took = Duration.ofNanos(world.time().now() - begin);
        reached.count("rest", "%02d min".formatted(took.toMinutes()));
        told.add("    at rest after " + took.toSeconds() + " s");
        world.time().pass(30 * SECOND);
        history.append(Mark.rest(world.time().instant()));
        users.forEach(this::badge);
        List<String> wrong = Rows.wrong(world, imported);
        wrong.addAll(planted.wrong());
        wrong.addAll(world.queues().waits().wrong());
        if (!wrong.isEmpty()) {
            unrest = "Rows at rest: " + wrong.getFirst();
            told.addAll(wrong);
        }
        return unrest == null;
    }

    /**
     * The audit finds nothing at rest, but for what a reaction left whose client gave up, which the checker judges, and a follow across a block that an
     * import left whose API crashed.
     */
    private void inspect() {
        jump(SETTLED.plus(clocks).plus(clocks));
        join(new Command("audit-" + ++names, world)
                .audit(
                        false,
                        clocks,
                        results -> {
                            long findings = results.findings()
                                    - results.count(Finding.Kind.GONE_ACTOR)
                                    - results.count(Finding.Kind.STALE_COUNTS)
                                    - (imported.isEmpty() ? 0 : results.count(Finding.Kind.FORBIDDEN_FOLLOW));
                            reached.count("audit", findings == 0 ? "at rest, no findings" : "at rest, findings");
                            if (findings > 0 || results.count(Counter.UNSETTLED) > 0) {
                                unrest = "The audit finds at rest: " + results;
                            }
                        },
                        failure -> unrest = "The audit at rest ends: " + trace(failure)));
    }

    /** Some more changes, one after the other, while all users listen: far from any fault, whatever is late or missing is wrong. Returns whether the work of them ends. */
    private boolean changeInCalm() {
        Random chance = new Random(~seed);
        world.random().setSeed(chance.nextLong());
        for (String user : users) {
            told.add("    " + user + " listens");
            listen(user, MAX_REST * 100, 0);
        }
        for (int change = 0; change < CALM_CHANGES; change++) {
            world.time().pass(8 * SECOND);
            Drawn drawn = calls.next(chance);
            while (drawn.request().method().equals("GET")) {
                drawn = calls.next(chance);
            }
            call(NONE, drawn.verb().toString(), drawn.request(), chance);
        }
        return rest();
    }

    private boolean isAtRest() {
        return clients == 0
                && world.processes().size() >= 2 * PROCESSES
                && world.messages() == 0
                && world.openWork().isEmpty();
    }

    private String waiting() {
        return clients + " clients, " + world.messages() + " messages, open work " + world.openWork();
    }

    /** Reads everything at one API, and the feeds at the others. */
    private void readAll() {
        List<Request> reads = new ArrayList<>(calls.everything());
        for (String user : users) {
            users.stream()
                    .filter(author -> !author.equals(user))
                    .map(author -> "/v1/feeds/user/" + author)
                    .forEach(feed -> reads.add(new Request(user, List.of(), "GET", feed, Map.of(), null, true)));
        }
        for (ApiProcess api : world.apis()) {
            world.only(api);
            reads.forEach(client::call);
            reads.removeIf(read -> !read.path().startsWith("/v1/feeds/"));
        }
        world.only(null);
    }
}
