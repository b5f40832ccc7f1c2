package io.feedmill.common.scan;

import io.feedmill.common.key.MaxKey;
import java.util.Base64;

/** What an attribute of a key may be. */
public enum ScalarType {
    /** A string. */
    S,
    /** A number. */
    N,
    /** Bytes. */
    B;

    /** The greatest sort key of this type. */
    KeyValue greatest() {
        return switch (this) {
            case S -> new KeyValue(S, MaxKey.string());
            case N -> new KeyValue(N, MaxKey.number().toString());
            case B -> new KeyValue(B, Base64.getEncoder().encodeToString(MaxKey.binary()));
        };
    }
}
