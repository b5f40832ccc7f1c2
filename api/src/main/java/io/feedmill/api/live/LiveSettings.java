package io.feedmill.api.live;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.live}.
 *
 * @param maxStreams maximum number of live feeds at a time; below {@code server.tomcat.max-connections}
 */
@Validated
@ConfigurationProperties("feedmill.live")
public record LiveSettings(@DefaultValue("1000") @Min(1) int maxStreams) {}
