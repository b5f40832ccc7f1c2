package io.feedmill.faults.http;

import io.feedmill.faults.protocol.Body;
import java.io.IOException;

/** Sends the request under way to the target. */
@FunctionalInterface
interface Forwarder {
    HttpAnswer send(Body body) throws IOException;
}
