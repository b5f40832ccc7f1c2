package io.feedmill.api.security;

import io.feedmill.common.key.UserId;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.announcements}.
 *
 * @param author author of announcements: each post of this author is one. An earlier author stays one until taken off the list
 */
@ConfigurationProperties("feedmill.announcements")
public record AnnouncementSettings(@DefaultValue("feedmill") UserId author) {}
