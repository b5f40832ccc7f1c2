package io.feedmill.api.guard;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.guard}: the bulkheads of the calls to DynamoDB and of the sends to SQS.
 *
 * @param maxWait how long a call waits for a connection before it is rejected; default 500 ms
 */
@Validated
@ConfigurationProperties("feedmill.guard")
public record GuardSettings(
        @DefaultValue("500ms") @DurationMin(millis = 0) @DurationMax(seconds = 5)
        Duration maxWait) {}
