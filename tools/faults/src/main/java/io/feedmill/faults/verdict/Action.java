package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.AwsError;
import java.time.Duration;

/** What is to be done with a request. */
public sealed interface Action {
    /** It goes to the target, as the edit has it, and what comes back meets the ending. */
    record Forward(Edit edit, Ending ending) implements Action {}

    /** It goes nowhere and is answered with the error. */
    record Refuse(AwsError error) implements Action {}

    /** It goes nowhere and its connection is reset. */
    record Reset() implements Action {}

    /** It goes nowhere; after the time its connection is closed. */
    record Hold(Duration time) implements Action {}
}
