package io.feedmill.cli.audit;

/** An audit cannot go on. The message is one sentence that the user can act on. */
public final class AuditFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AuditFailure(String sentence) {
        super(sentence);
    }
}
