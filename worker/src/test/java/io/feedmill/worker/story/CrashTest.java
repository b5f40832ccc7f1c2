package io.feedmill.worker.story;

import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers crash before and after each of their steps. The job completes, and every count is exact. */
class CrashTest {
    private static final String[] FIVE = {"a", "b", "c", "d", "e"};

    private static void finish(World world) {
        world.finish();
        Exact.assertDelivered(world, 0, FIVE);
    }

    private static World accepted(int sliceSize) {
        World world = World.of(sliceSize, FIVE);
        world.steady(List.of(FIVE));
        return world;
    }

    /** Three slices wait to be delivered. */
    private static World planned() {
        World world = accepted(2);
        world.next();
        return world;
    }

    /** The last of three slices waits to be delivered. */
    private static World lastSlice() {
        World world = planned();
        world.next();
        world.next();
        return world;
    }

    /** All slices are delivered; the handler of the last one died before closing, and its message is lost. */
    private static World drained() {
        World world = lastSlice();
        int close = World.step(lastSlice().next(), "JobStore.close", 1);
        world.next(CrashPoint.before(close));
        world.queue.lose();
        return world;
    }

    private static World lost(World world) {
        world.queue.lose();
        return world;
    }

    private enum Death {
        PLAN_OF_SEVERAL_SLICES(() -> accepted(2), World::next),
        PLAN_OF_SEVERAL_SLICES_WHOSE_MESSAGE_IS_LOST(() -> accepted(2), World::next, CrashTest::lost),
        INLINE_DELIVERY(() -> accepted(5), World::next),
        INLINE_DELIVERY_WHOSE_MESSAGE_IS_LOST(() -> accepted(5), World::next, CrashTest::lost),
        PLAN_THAT_FINDS_PENDING_SLICES(CrashTest::planned, (world, point) -> world.handle(world.plan(), point)),
        SLICE(CrashTest::planned, World::next),
        SLICE_THAT_CLOSES(CrashTest::lastSlice, World::next),
        SLICE_THAT_CLOSES_WHOSE_MESSAGE_IS_LOST(CrashTest::lastSlice, World::next, CrashTest::lost),
        PLAN_THAT_CLOSES(CrashTest::drained, (world, point) -> world.handle(world.plan(), point)),
        SWEEP_THAT_CLOSES(CrashTest::drained, World::sweep),
        SWEEP_THAT_SENDS_A_PLAN_AGAIN(() -> lost(accepted(2)), World::sweep),
        SWEEP_THAT_FINDS_A_STALLED_JOB(() -> lost(planned()), World::sweep);

        private final Supplier<World> setUp;
        private final World.Handling dying;
        private final UnaryOperator<World> then;

        Death(Supplier<World> setUp, World.Handling dying) {
            this(setUp, dying, UnaryOperator.identity());
        }

        Death(Supplier<World> setUp, World.Handling dying, UnaryOperator<World> then) {
            this.setUp = setUp;
            this.dying = dying;
            this.then = then;
        }
    }

    /** Its message is received again, unless it is lost. */
    @ParameterizedTest
    @EnumSource
    void afterADeathAtAnyStepEveryCountIsExact(Death death) {
        CrashPoint.each(point -> {
            World world = death.setUp.get();
            Run run = death.dying.run(world, point);
            finish(death.then.apply(world));
            return run;
        });
    }

    @Test
    void aSliceThatSettlesALeaver() {
        CrashPoint.each(point -> {
            World world = planned();
            world.steady(List.of("b", "c", "d", "e"));
            world.unfollow("a");
            Run run = world.next(point);
            world.finish();
            Exact.assertDelivered(world, 1, "b", "c", "d", "e");
            return run;
        });
    }

    /** The same plan dies a second time, anywhere. */
    @Test
    @Tag("full")
    void aPlanThatDiesTwice() {
        CrashPoint.each(first -> {
            Run[] run = new Run[1];
            CrashPoint.each(second -> {
                World world = accepted(2);
                run[0] = world.next(first);
                world.queue.lose();
                Run again = world.handle(world.plan(), second);
                finish(world);
                return again;
            });
            return run[0];
        });
    }
}
