package io.feedmill.common.fanout;

/** Something contradicts a job in a way that neither a race nor a crash explains: trying again changes nothing. */
public final class ImpossibleStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ImpossibleStateException(String sentence) {
        super(sentence);
    }
}
