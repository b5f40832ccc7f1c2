package io.feedmill.api.security;

import io.feedmill.testkit.BoundSettings;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The scopes of tokens as an API with these settings takes them. */
final class TestScopes {
    private TestScopes() {}

    static TokenScopes none() {
        return of(Map.of());
    }

    /** Returns settings of security, each given as {@code name=value}. */
    static Map<String, String> settings(String... settings) {
        return Arrays.stream(settings)
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> "feedmill.security." + setting[0], setting -> setting[1]));
    }

    static TokenScopes of(Map<String, String> settings) {
        return BoundSettings.bind("feedmill.security", TokenScopes.class, settings);
    }
}
