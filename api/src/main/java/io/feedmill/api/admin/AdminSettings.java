package io.feedmill.api.admin;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.admin}.
 *
 * @param enabled whether there are admin calls; default false, but for the profile {@code local}. Whoever reaches the API may use them
 */
@ConfigurationProperties(AdminSettings.PREFIX)
public record AdminSettings(@DefaultValue("false") boolean enabled) {
    static final String PREFIX = "feedmill.admin";
}
