package io.feedmill.api.security;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.audit}: what the audit log tells of.
 *
 * @param serviceCalls whether it tells what services change for users; default false: as many lines as writes
 * @param refusalsPerMinute the maximum number of lines a minute for one caller, or one address without a valid token, that is refused for one reason;
 *     the others are counted; default 10
 */
@Validated
@ConfigurationProperties("feedmill.audit")
public record AuditSettings(
        @DefaultValue("false") boolean serviceCalls,
        @DefaultValue("10") @Min(1) int refusalsPerMinute) {}
