package io.feedmill.common.follow;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Follows.
 *
 * @param max maximum of authors whom a user follows by calls; at least 1. An import is not counted, and may exceed it
 * @param maxRequests maximum of open requests of a user to authors who ask; at least 1
 */
@Validated
@ConfigurationProperties("feedmill.follows")
public record FollowSettings(
        @DefaultValue("7500") @Min(1) int max,
        @DefaultValue("500") @Min(1) int maxRequests) {}
