package io.feedmill.common.scan;

/** The table cannot be read by the method that was asked for. The message is one sentence for the operator. */
public final class UnfitMethodException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfitMethodException(String sentence) {
        super(sentence);
    }
}
