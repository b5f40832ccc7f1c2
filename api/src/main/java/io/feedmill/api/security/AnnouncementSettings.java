package io.feedmill.api.security;

import io.feedmill.common.key.UserId;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.announcements}.
 *
 * @param author author of announcements
 */
@ConfigurationProperties("feedmill.announcements")
public record AnnouncementSettings(@DefaultValue("feedmill") UserId author) {}
