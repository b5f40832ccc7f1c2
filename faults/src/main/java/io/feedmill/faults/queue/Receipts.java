package io.feedmill.faults.queue;

import java.util.regex.Pattern;

/** The receipt handles of copies: the original's with a mark at its end, which the target never sees. */
public final class Receipts {
    private static final Pattern MARK = Pattern.compile("~copy-\\d+$");

    private Receipts() {}

    static String copy(String receipt, int number) {
        return receipt + "~copy-" + number;
    }

    public static boolean isCopy(String receipt) {
        return MARK.matcher(receipt).find();
    }

    /** The receipt that the target knows. */
    public static String original(String receipt) {
        return MARK.matcher(receipt).replaceFirst("");
    }
}
