package io.feedmill.cli.command;

import io.feedmill.common.storage.StorageException;
import org.jspecify.annotations.Nullable;

/** A command cannot do its work. The message is one sentence for the user, who sees nothing else. */
public class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandException(String sentence) {
        super(sentence);
    }

    public CommandException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }

    /** Returns the reason of a storage failure and the first line of its cause's message. */
    public static String reason(StorageException failure) {
        Throwable cause = failure.getCause();
        return cause == null || cause.getMessage() == null || cause.getMessage().isBlank()
                ? failure.reason()
                : failure.reason() + ", "
                        + cause.getMessage().lines().findFirst().orElse("");
    }
}
