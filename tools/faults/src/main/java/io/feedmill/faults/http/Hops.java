package io.feedmill.faults.http;

import java.util.Locale;
import java.util.Set;

/** Headers that a proxy does not pass on: they belong to one connection, or are made anew for the other. */
final class Hops {
    private static final Set<String> OWN = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private Hops() {}

    static boolean passes(String header) {
        return !OWN.contains(header.toLowerCase(Locale.ROOT));
    }
}
