package io.feedmill.stack.console;

import io.feedmill.cli.command.CommandException;

/** A step of a run failed, so the run cannot continue. */
public final class StepFailure extends CommandException {

    private static final long serialVersionUID = 1L;

    public StepFailure(String message) {
        super(message);
    }
}
