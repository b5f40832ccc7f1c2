package io.feedmill.common.breaker;

import io.feedmill.common.key.LowerCaseName;

/** A service that Feedmill's processes depend on, by its name in metrics, health and logs. */
public enum Dependency implements LowerCaseName {
    /** DynamoDB. */
    STORE,
    /** SQS. */
    QUEUE
}
