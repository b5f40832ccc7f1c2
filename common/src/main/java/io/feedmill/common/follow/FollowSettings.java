package io.feedmill.common.follow;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Follows.
 *
 * @param max maximum number of authors that a user may follow by calls; at least 1. Imports are not counted, and may exceed it
 * @param maxRequests maximum number of a user's open requests to authors who ask; at least 1
 */
@Validated
@ConfigurationProperties("feedmill.follows")
public record FollowSettings(
        @DefaultValue("7500") @Min(1) int max,
        @DefaultValue("500") @Min(1) int maxRequests) {}
