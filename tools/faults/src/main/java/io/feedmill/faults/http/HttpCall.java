package io.feedmill.faults.http;

import io.feedmill.faults.protocol.Body;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client sent.
 *
 * @param path with its query
 * @param headers those that are meant for the target, not for the connection
 */
public record HttpCall(String method, String path, List<Header> headers, Body body) {

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
