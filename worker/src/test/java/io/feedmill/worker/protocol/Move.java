package io.feedmill.worker.protocol;

import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.EventPlan;
import io.feedmill.worker.plan.FanoutSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** What happens next in a {@link LivingWorld}. Numbers choose among what is there then, so that a part of a sequence is a sequence. */
sealed interface Move {

    /** A user's call begins. Its reads, its transaction and its sends are steps. */
    record Call(Event event) implements Move {}

    /**
     * A worker receives one of the messages that are due.
     *
     * @param twice whether SQS delivers it once more
     */
    record Receive(int which, boolean twice) implements Move {}

    /** One of the calls and handlers takes some steps. */
    record Step(int which, int times) implements Move {}

    /** A worker handles messages that are due, each to its end, while other handlers wait. */
    record Work(int which, int messages) implements Move {}

    /** One of the calls and handlers crashes, before or after its next step. */
    record Crash(int which, boolean applied) implements Move {}

    record Sweep() implements Move {}

    record Pass(Duration time) implements Move {}

    /** The home feeds take some more rows, then the store throttles. */
    record Throttle(int rows) implements Move {}

    /** Returns the move with the first of what there is to choose from. */
    default Move simple() {
        return switch (this) {
            case Receive receive -> new Receive(0, receive.twice());
            case Step step -> new Step(0, step.times());
            case Work work -> new Work(0, work.messages());
            case Crash crash -> new Crash(0, crash.applied());
            case Call call -> call;
            case Sweep sweep -> sweep;
            case Pass pass -> pass;
            case Throttle throttle -> throttle;
        };
    }

    /**
     * Moves in a world.
     *
     * @param seed of the ids
     */
    record Sequence(long seed, List<String> users, FanoutSettings settings, List<Move> moves) {
        private static final List<String> USERS = List.of("a", "b", "c", "d");
        private static final int LAST = -1;
        private static final int END = 1_000;
        private static final List<Duration> TIMES = List.of(
                Duration.ofSeconds(1),
                Duration.ofSeconds(20),
                LivingWorld.GRACE,
                Duration.ofSeconds(50),
                Duration.ofSeconds(195));

        static Sequence draw(long seed) {
            Random random = new Random(seed);
            List<String> users = USERS.subList(0, 2 + random.nextInt(3));
            int sliceSize = Math.max(1, random.nextInt(4) - 1);
            FanoutSettings settings = new FanoutSettings(sliceSize, 1 + random.nextInt(4), SeveralWorkers.POLL);
            List<Move> moves = new ArrayList<>();
            for (Event event : new EventPlan(users, random).draw(10 + random.nextInt(30))) {
                moves.add(new Call(event));
                int steps = random.nextInt(8);
                moves.add(new Step(LAST, random.nextInt(4) == 0 ? steps : END));
                int others = random.nextInt(10);
                for (int i = 0; i < others; i++) {
                    moves.add(other(random));
                }
            }
            return new Sequence(seed, users, settings, moves);
        }

        private static Move other(Random random) {
            int which = random.nextInt(20);
            return switch (random.nextInt(40)) {
                case 0, 1 -> new Crash(which, random.nextBoolean());
                case 2 -> new Sweep();
                case 3, 4, 5 -> new Pass(TIMES.get(random.nextInt(TIMES.size())));
                case 6 -> new Throttle(random.nextBoolean() ? random.nextInt(3) : Integer.MAX_VALUE);
                case 7, 8, 9, 10, 11, 12, 13, 14, 15 -> new Receive(which, random.nextInt(5) == 0);
                case 16, 17, 18, 19 -> new Work(which, 1 + random.nextInt(6));
                case 20, 21, 22, 23 -> new Step(which, END);
                default -> new Step(which, 1 + random.nextInt(4));
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
                Sequence simpler = new Sequence(seed, users, settings, changed);
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
            return new Sequence(seed, users, settings, rest);
        }
    }
}
