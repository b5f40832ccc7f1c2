package io.feedmill.common.scan;

/** The table cannot be read by the method that was asked for. The message is one sentence for the operator. */
public final class UnfitMethodException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    UnfitMethodException(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** The message. */
    public String sentence() {
        return sentence;
    }
}
