package io.feedmill.common.key;

/** Base 58. */
public final class Base58 {
    static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    private Base58() {}
}
