package io.feedmill.common.storage;

/** A stored item has a value that this version does not know: a newer version wrote it. A process of that version can do the work. */
public final class UnknownValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownValueException(String pk, String sk, String attribute, String value) {
        super("Item " + pk + " " + sk + " has the unknown " + attribute + " " + value);
    }
}
