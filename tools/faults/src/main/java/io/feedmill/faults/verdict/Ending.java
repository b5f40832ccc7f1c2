package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.AwsError;

/** What becomes of the answer to a request that was carried out. */
public sealed interface Ending {
    /** The client gets it. */
    record Deliver() implements Ending {}

    /** The client's connection is closed instead. */
    record Drop() implements Ending {}

    /** The client gets the error instead. */
    record Fail(AwsError error) implements Ending {}
}
