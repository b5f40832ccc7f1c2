package io.feedmill.cli.partition;

/** Partitions cannot be listed, or no further. The message is one sentence that the user can act on. */
public final class ListingFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ListingFailure(String sentence) {
        super(sentence);
    }
}
