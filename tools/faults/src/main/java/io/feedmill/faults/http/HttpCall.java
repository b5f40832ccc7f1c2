package io.feedmill.faults.http;

import io.feedmill.faults.protocol.Body;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client's request: the path with its query, and the headers for the target, not for the connection. */
public record HttpCall(String method, String path, List<Header> headers, Body body) {

    public record Header(String name, String value) {
        /** Headers of one connection, or set anew for the other connection. */
        private static final Set<String> HOP_BY_HOP = Set.of(
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

        boolean isEndToEnd() {
            return !HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT));
        }
    }

    public HttpCall withBody(Body other) {
        return new HttpCall(method, path, headers, other);
    }

    public @Nullable String header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst()
                .orElse(null);
    }
}
