package io.feedmill.cli.audit;

/** The user wants the audit to stop; what its last page left is kept. */
public final class AuditStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AuditStopped() {
        super("stopped");
    }
}
