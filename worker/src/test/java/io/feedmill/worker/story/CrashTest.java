package io.feedmill.worker.story;

import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** Work that dies, in a world that was set up for it, and what happens then. */
    record Death(String name, Supplier<World> setUp, World.Handling dying, UnaryOperator<World> then) {
        Death(String name, Supplier<World> setUp, World.Handling dying) {
            this(name, setUp, dying, UnaryOperator.identity());
        }

        Death andLost() {
            return new Death(name + " whose message is lost", setUp, dying, CrashTest::lost);
        }
    }

    static Stream<Death> deaths() {
        Death plan = new Death("a plan of several slices", () -> accepted(2), World::next);
        Death inline = new Death("an inline delivery", () -> accepted(5), World::next);
        Death last = new Death("the slice that closes", CrashTest::lastSlice, World::next);
        World.Handling planAgain = (world, point) -> world.handle(world.plan(), point);
        return Stream.of(
                plan,
                plan.andLost(),
                inline,
                inline.andLost(),
                new Death("a plan that finds pending slices", CrashTest::planned, planAgain),
                new Death("a slice", CrashTest::planned, World::next),
                last,
                last.andLost(),
                new Death("a plan that closes", CrashTest::drained, planAgain),
                new Death("a sweep that closes", CrashTest::drained, World::sweep),
                new Death("a sweep that sends a plan again", () -> lost(accepted(2)), World::sweep),
                new Death("a sweep that finds a stalled job", () -> lost(planned()), World::sweep));
    }

    /** Its message is received again, unless it is lost. */
    @ParameterizedTest
    @MethodSource("deaths")
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
