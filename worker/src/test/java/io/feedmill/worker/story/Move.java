package io.feedmill.worker.story;

import io.feedmill.common.dormant.Dormancy;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.EventPlan;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What happens next in a {@link LivingWorld}. Numbers choose among what is there then, so that a part of a sequence is a sequence. */
sealed interface Move {

    /** A user's call takes some steps, which are its reads, its transaction and its sends, and waits. */
    record Call(Event event, int steps) implements Move {}

    /**
     * A worker receives one of the messages that are due, takes some steps, and waits.
     *
     * @param twice whether SQS delivers the message once more
     */
    record Receive(int which, int steps, boolean twice) implements Move {}

    /** One of the calls and handlers takes some more steps. */
    record Step(int which, int steps) implements Move {}

    /** A worker handles messages that are due, each to its end, while other handlers wait. */
    record Work(int which, int messages) implements Move {}

    /** One of the calls and handlers takes some more steps and crashes, before or after the next one. */
    record Crash(int which, int steps, boolean applied) implements Move {}

    record Sweep() implements Move {}

    record Pass(Duration time) implements Move {}

    /** The home feeds take some more rows, then the store throttles. */
    record Throttle(int rows) implements Move {}

    /** An operator lists an author on read. */
    record OnRead(String author, boolean everyone) implements Move {}

    /** An operator takes an author off that list. */
    record Off(String author) implements Move {}

    /**
     * An operator says how long readers may be away.
     *
     * @param away null: for ever
     */
    record Dormant(@Nullable Duration away) implements Move {}

    /** All work ends, and nobody does anything for this time. */
    record Away(Duration time) implements Move {}

    /** This happens to the next calls of the database or the queue. */
    record Fault(DrawnFaults.Kind kind, int calls) implements Move {}

    /** A write whose caller gave up is carried out. */
    record Land(int which) implements Move {}

    /** SQS delivers one of the messages that are due once more. */
    record Duplicate(int which) implements Move {}

    /** A reader sees a page of an API, which takes some steps, and waits. */
    record Look(String reader, int api, int steps) implements Move {}

    /** Returns the move with the first of what there is to choose from. */
    default Move simple() {
        return switch (this) {
            case Receive receive -> new Receive(0, receive.steps(), receive.twice());
            case Step step -> new Step(0, step.steps());
            case Work work -> new Work(0, work.messages());
            case Crash crash -> new Crash(0, crash.steps(), crash.applied());
            case Call call -> call;
            case Sweep sweep -> sweep;
            case Pass pass -> pass;
            case Throttle throttle -> throttle;
            case OnRead list -> list;
            case Off off -> off;
            case Dormant dormant -> dormant;
            case Away away -> away;
            case Look look -> look;
            case Fault fault -> fault;
            case Land land -> new Land(0);
            case Duplicate duplicate -> new Duplicate(0);
        };
    }

    /**
     * Moves in a world.
     *
     * @param seed of the ids
     * @param onReadFrom the number of recipients from which on workers list an author; 0: they list none
     */
    record Sequence(long seed, List<String> users, FanoutSettings settings, long onReadFrom, List<Move> moves) {
        private static final List<String> USERS = List.of("a", "b", "c", "d");
        private static final int END = 1_000;
        private static final List<Duration> TIMES =
                List.of(Duration.ofSeconds(1), Duration.ofSeconds(10), LivingWorld.GRACE, Duration.ofSeconds(195));

        /** From a change of the list until posts go by it, and from its end until pages do. */
        private static final List<Duration> NOTICES = List.of(Duration.ofSeconds(100), Duration.ofMinutes(22));

        /** One is just not long enough. Three of them are within the retention. */
        private static final List<Duration> ABSENCES = List.of(
                Duration.ofDays(9), Duration.ofDays(8), Dormancy.MIN.minus(Duration.ofMinutes(30)), Duration.ofDays(3));

        private static final int MOST_ABSENCES = 3;

        static Sequence draw(long seed) {
            Random random = new Random(seed);
            List<String> users = USERS.subList(0, 2 + random.nextInt(3));
            int sliceSize = Math.max(1, random.nextInt(4) - 1);
            FanoutSettings settings = new FanoutSettings(sliceSize, 1 + random.nextInt(4), SeveralWorkers.POLL);
            EventPlan plan = new EventPlan(users, random);
            List<Move> moves = new ArrayList<>();
            plan.drawFollows().forEach(follow -> moves.add(new Call(follow, END)));
            moves.add(new Work(0, END));
            boolean big = random.nextBoolean();
            if (big) {
                moves.add(new OnRead(UserCalls.ANNOUNCER, true));
                moves.add(new OnRead(users.getFirst(), false));
                moves.add(new Pass(NOTICES.getFirst()));
            }
            boolean faulty = random.nextBoolean();
            boolean away = random.nextBoolean();
            int absences = 0;
            if (away) {
                moves.add(new Dormant(Dormancy.MIN));
                moves.add(new Pass(NOTICES.getLast()));
            }
            for (Event event : plan.draw(10 + random.nextInt(30))) {
                if (big) {
                    moves.addAll(change(random, users));
                }
                if (away) {
                    if (random.nextInt(5) == 0 && absences < MOST_ABSENCES) {
                        absences++;
                        moves.add(new Away(ABSENCES.get(random.nextInt(ABSENCES.size()))));
                    }
                    moves.addAll(dormant(random, users));
                }
                if (faulty && random.nextInt(3) > 0) {
                    moves.add(fault(random));
                }
                if (random.nextBoolean()) {
                    moves.add(receive(random));
                }
                moves.add(new Call(
                        big ? announced(event, random) : event, random.nextInt(4) == 0 ? random.nextInt(3) : END));
                if (random.nextBoolean()) {
                    moves.add(work(random));
                }
                int others = random.nextInt(6);
                for (int i = 0; i < others; i++) {
                    moves.add(other(random));
                }
            }
            return new Sequence(seed, users, settings, random.nextInt(4), moves);
        }

        /** Some posts are announcements. */
        private static Event announced(Event event, Random random) {
            return event instanceof Event.Publish post && random.nextInt(6) == 0
                    ? new Event.Publish(post.post(), UserCalls.ANNOUNCER, post.text())
                    : event;
        }

        /** A change of the list, if one is due, and mostly the time until it counts. */
        private static List<Move> change(Random random, List<String> users) {
            if (random.nextInt(6) > 0) {
                return List.of();
            }
            String author = users.get(random.nextInt(2));
            Move change = random.nextBoolean() ? new Off(author) : new OnRead(author, false);
            return random.nextInt(4) == 0
                    ? List.of(change)
                    : List.of(change, new Pass(NOTICES.get(random.nextInt(NOTICES.size()))));
        }

        /** A page, or a change of how long readers may be away, and mostly the time until it counts. */
        private static List<Move> dormant(Random random, List<String> users) {
            if (random.nextInt(4) == 0) {
                int steps = random.nextBoolean() ? END : random.nextInt(2);
                return List.of(new Look(users.get(random.nextInt(users.size())), random.nextInt(2), steps));
            }
            if (random.nextInt(10) > 0) {
                return List.of();
            }
            Move change = new Dormant(random.nextInt(3) == 0 ? null : Dormancy.MIN.plusDays(random.nextInt(2)));
            return random.nextInt(4) == 0 ? List.of(change) : List.of(change, new Pass(NOTICES.getLast()));
        }

        /** Of four attempts of a call the last may succeed. */
        private static Move fault(Random random) {
            DrawnFaults.Kind[] kinds = DrawnFaults.Kind.values();
            return switch (random.nextInt(5)) {
                case 0 -> new Land(random.nextInt(20));
                case 1 -> new Duplicate(random.nextInt(20));
                default -> new Fault(kinds[random.nextInt(kinds.length)], 1 + random.nextInt(5));
            };
        }

        private static Receive receive(Random random) {
            return new Receive(random.nextInt(20), random.nextInt(10), random.nextInt(5) == 0);
        }

        private static Work work(Random random) {
            return new Work(random.nextInt(20), 1 + random.nextInt(8));
        }

        private static Move other(Random random) {
            int which = random.nextInt(20);
            return switch (random.nextInt(20)) {
                case 0, 1 -> new Crash(which, random.nextInt(4), random.nextBoolean());
                case 2 -> random.nextBoolean() ? new Sweep() : new Throttle(random.nextInt(3));
                case 3 -> new Throttle(Integer.MAX_VALUE);
                case 4 -> new Pass(TIMES.get(random.nextInt(TIMES.size())));
                case 5, 6, 7, 8, 9, 10 -> receive(random);
                case 11, 12, 13, 14, 15, 16 -> work(random);
                case 17 -> new Step(which, END);
                default -> random.nextInt(3) == 0 ? new Sweep() : new Step(which, 1 + random.nextInt(4));
            };
        }

        /** Returns a sequence that still fails, and does not without any of its moves; their numbers are 0 where that still fails. */
        Sequence shrink(Predicate<Sequence> fails) {
            return shorten(fails).simplify(fails).shorten(fails);
        }

        private Sequence simplify(Predicate<Sequence> fails) {
            Sequence simplest = this;
            for (int at = 0; at < moves.size(); at++) {
                List<Move> changed = new ArrayList<>(simplest.moves);
                changed.set(at, changed.get(at).simple());
                Sequence simpler = new Sequence(seed, users, settings, onReadFrom, changed);
                simplest = fails.test(simpler) ? simpler : simplest;
            }
            return simplest;
        }

        private Sequence shorten(Predicate<Sequence> fails) {
            Sequence shortest = this;
            int part = moves.size() / 2;
            while (part > 0) {
                int before = shortest.moves.size();
                for (int from = 0; from < shortest.moves.size(); ) {
                    Sequence shorter = shortest.without(from, part);
                    boolean still = fails.test(shorter);
                    shortest = still ? shorter : shortest;
                    from += still ? 0 : part;
                }
                part = part == 1 && shortest.moves.size() < before ? 1 : part / 2;
            }
            return shortest;
        }

        private Sequence without(int from, int number) {
            List<Move> rest = new ArrayList<>(moves);
            rest.subList(from, Math.min(from + number, rest.size())).clear();
            return new Sequence(seed, users, settings, onReadFrom, rest);
        }
    }
}
