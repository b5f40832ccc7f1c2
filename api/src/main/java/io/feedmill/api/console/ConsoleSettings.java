package io.feedmill.api.console;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.console}.
 *
 * @param enabled whether the API has the console at {@code /console/}; {@code true} in the profile {@code local}
 */
@ConfigurationProperties("feedmill.console")
record ConsoleSettings(@DefaultValue("false") boolean enabled) {}
