package io.feedmill.worker.story;

import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Handlers crash before and after each of their steps. The job completes, and every count is exact. */
class CrashTest {
    private static final String[] FIVE = {"a", "b", "c", "d", "e"};

    /** Crashes {@code dying} at each of its steps and delivers its message again. */
    private static void each(Supplier<World> setUp, World.Handling dying) {
        each(setUp, dying, world -> {});
    }

    private static void each(Supplier<World> setUp, World.Handling dying, Consumer<World> then) {
        CrashPoint.each(point -> {
            World world = setUp.get();
            Run run = dying.run(world, point);
            then.accept(world);
            finish(world);
            return run;
        });
    }

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

    @Test
    void aPlanOfSeveralSlices() {
        each(() -> accepted(2), World::next);
    }

    @Test
    void aPlanOfSeveralSlicesWhoseMessageIsLost() {
        each(() -> accepted(2), World::next, world -> world.queue.lose());
    }

    @Test
    void anInlineDelivery() {
        each(() -> accepted(5), World::next);
    }

    @Test
    void anInlineDeliveryWhoseMessageIsLost() {
        each(() -> accepted(5), World::next, world -> world.queue.lose());
    }

    @Test
    void aPlanThatFindsPendingSlices() {
        each(CrashTest::planned, (world, point) -> world.handle(world.plan(), point));
    }

    @Test
    void aSlice() {
        each(CrashTest::planned, World::next);
    }

    @Test
    void theSliceThatCloses() {
        each(CrashTest::lastSlice, World::next);
    }

    @Test
    void theSliceThatClosesWhoseMessageIsLost() {
        each(CrashTest::lastSlice, World::next, world -> world.queue.lose());
    }

    @Test
    void aPlanThatCloses() {
        each(CrashTest::drained, (world, point) -> world.handle(world.plan(), point));
    }

    @Test
    void aSweepThatCloses() {
        each(CrashTest::drained, World::sweep);
    }

    @Test
    void aSweepThatSendsAPlanAgain() {
        each(() -> lost(accepted(2)), World::sweep);
    }

    @Test
    void aSweepThatFindsAStalledJob() {
        each(() -> lost(planned()), World::sweep);
    }

    @Test
    void aSliceThatSettlesALeaver() {
        Function<CrashPoint, Run> scenario = point -> {
            World world = planned();
            world.steady(List.of("b", "c", "d", "e"));
            world.unfollow("a");
            Run run = world.next(point);
            world.finish();
            Exact.assertDelivered(world, 1, "b", "c", "d", "e");
            return run;
        };
        CrashPoint.each(scenario);
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
