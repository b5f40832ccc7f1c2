package io.feedmill.api.security;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.audit}: what the audit log tells of.
 *
 * @param serviceCalls whether each write of a service has a line in the audit log
 * @param refusalsPerMinute lines of the audit log a minute for one caller, or one address without a valid token, that is refused for one reason; the
 *     others are counted
 */
@Validated
@ConfigurationProperties("feedmill.audit")
public record AuditSettings(
        @DefaultValue("false") boolean serviceCalls,
        @DefaultValue("10") @Min(1) int refusalsPerMinute) {}
