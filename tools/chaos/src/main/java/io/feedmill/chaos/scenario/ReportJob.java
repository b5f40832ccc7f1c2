package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.ReportStores;
import io.feedmill.stack.load.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The workers as those who make reports, by a clock that the drill sets. Not thread-safe. */
final class ReportJob {
    private static final String INTERVAL = "FEEDMILL_REPORTS_EVERY";
    /** The settings' default. */
    private static final Duration SETTLE = Duration.ofMinutes(31);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final Rig rig;
    private final ReportStores stores;
    private final SharedFolder folder;
    private Duration every;
    private Instant now = Instant.MIN;

    ReportJob(Rig rig, SharedFolder folder, Duration every) {
        this.rig = rig;
        this.stores = rig.backstage().reports();
        this.folder = folder;
        this.every = every;
    }

    /** The environment of workers that report from the instant on. */
    static Map<String, String> variables(SharedFolder folder, Duration every, Instant since) {
        return Map.of(
                "FEEDMILL_CLOCK_FILE",
                folder.clock().toString(),
                "FEEDMILL_REPORTS_TO",
                folder.reports().toString(),
                "FEEDMILL_REPORTS_SINCE",
                since.toString(),
                INTERVAL,
                every.toString(),
                "FEEDMILL_REPORTS_POLL",
                "100ms",
                "FEEDMILL_REPORTS_LEASE",
                "15m");
    }

    ReportStores stores() {
        return stores;
    }

    void setTime(Instant time) {
        folder.setTime(time);
        now = time;
    }

    /** Whether a report is due at that time. */
    boolean isDue(Instant time) {
        return !isDone(QuarterHour.floor(time.minus(SETTLE), every));
    }

    /** Whether everything before the quarter is reported, with files. */
    boolean isDone(QuarterHour end) {
        QuarterHour exported = stores.checkpoint().read().exported();
        return exported != null && exported.compareTo(end) >= 0;
    }

    /** Waits until what is due is reported, for that long at most. */
    void catchUp(Duration limit) {
        await(() -> !isDue(now), limit);
    }

    /**
     * Lets it be that time, when a report is due, and kills all workers once it has come to what the blow is about. They start again with
     * another interval. Throws {@link io.feedmill.stack.load.StepFailure} if they do not.
     *
     * @return false if it has not come to that within the limit: then nothing is done
     */
    boolean strike(Blow blow, Instant time, Duration next, Duration limit) {
        long before = rig.statistics(Side.STORE).injected(blow.kind());
        rig.disturb(Side.STORE, blow.script(rig.backstage().table(Table.LEDGER)));
        if (blow == Blow.BEFORE_FILES) {
            folder.shutOut();
        }
        setTime(time);
        boolean struck = await(() -> isMoment(blow, before), limit);
        if (struck) {
            kill(next);
        }
        if (blow == Blow.BEFORE_FILES) {
            folder.letIn();
        }
        rig.calm();
        return struck;
    }

    private boolean isMoment(Blow blow, long before) {
        long injected = rig.statistics(Side.STORE).injected(blow.kind()) - before;
        return blow.isMoment(injected, stores.checkpoint().read());
    }

    private void kill(Duration next) {
        every = next;
        rig.fleet().workers().forEach(worker -> worker.change(INTERVAL, next.toString()));
        rig.fleet().workers().forEach(worker -> rig.fleet().kill(worker, Duration.ZERO));
    }

    private static boolean await(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Pause.of(LOOK);
        }
        return true;
    }
}
