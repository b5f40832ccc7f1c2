package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditState.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The state of an audit whose segments run at once: whole pages of each. Thread-safe. */
final class AuditProgress {
    private final Auditor auditor;
    private final Instant begun;
    private final List<Part> parts;
    private final Consumer<AuditState> afterPage;
    private boolean stopping;

    AuditProgress(Auditor auditor, List<Part> parts, Consumer<AuditState> afterPage) {
        this.auditor = auditor;
        this.begun = auditor.clock().instant();
        this.parts = new ArrayList<>(parts);
        this.afterPage = afterPage;
    }

    synchronized void finishedPage(int number, Part now) {
        parts.set(number, now);
        afterPage.accept(state());
    }

    synchronized void stop() {
        stopping = true;
    }

    /** Whether a segment has failed. */
    synchronized boolean isStopping() {
        return stopping;
    }

    synchronized AuditState state() {
        AuditState start = auditor.start();
        long millis = Duration.between(begun, auditor.clock().instant()).toMillis();
        return new AuditState(
                start.audit(),
                start.seed(),
                List.copyOf(parts),
                start.readUnits() + auditor.readUnits().getAsDouble(),
                start.millis() + millis);
    }
}
