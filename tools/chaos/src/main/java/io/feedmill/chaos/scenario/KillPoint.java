package io.feedmill.chaos.scenario;

import io.feedmill.common.report.ReportStore.Checkpoint;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import java.time.Duration;

/** The progress of a report at which all workers are killed. A fault at the store holds the report there. */
enum KillPoint {
    /** The report is committed, and its files are refused. */
    BEFORE_FILES("between a report and its files", FaultKind.OUTAGE, 0),
    /** Some partitions of the ledger are read. */
    READING("while a report read the ledger", FaultKind.LATENCY, 9),
    /** The transaction is carried out, and its answer lost. */
    COMMITTED("after a commit that had no answer", FaultKind.DROP_RESPONSE, 1),
    /** The transaction is sent, and never arrives. */
    COMMITTING("before a commit", FaultKind.HOLD, 1),
    ANY("at any moment", FaultKind.OUTAGE, 0);

    private static final Fault SLOW = new Fault.Latency(new Distribution.Fixed(Duration.ofMillis(50)));

    private final String text;
    private final FaultKind kind;
    private final int injections;

    KillPoint(String text, FaultKind kind, int injections) {
        this.text = text;
        this.kind = kind;
        this.injections = injections;
    }

    String text() {
        return text;
    }

    /** Returns the fault whose injections count. */
    FaultKind kind() {
        return kind;
    }

    /** Returns the faults at the store until the kill. */
    Script script(String ledger) {
        return switch (this) {
            case BEFORE_FILES, ANY -> Script.NONE;
            case READING -> Script.of(1, Rule.of(SLOW).onOperations("Query").onTables(ledger));
            case COMMITTED -> ofCommits(new Fault.DropResponse());
            case COMMITTING -> ofCommits(new Fault.Hold(Duration.ofMinutes(1)));
        };
    }

    private static Script ofCommits(Fault fault) {
        return Script.of(1, Rule.of(fault).onOperations("TransactWriteItems"));
    }

    /** Returns whether a report has come this far. */
    boolean isReached(long injected, Checkpoint checkpoint) {
        return injected >= injections && (this != BEFORE_FILES || checkpoint.filesDue());
    }
}
