package io.feedmill.api.security;

import io.feedmill.testkit.BoundSettings;
import java.util.Map;

/** The scopes of tokens as an API with these settings takes them. */
final class TestScopes {
    private TestScopes() {}

    static TokenScopes none() {
        return of(Map.of());
    }

    static TokenScopes of(Map<String, String> settings) {
        return BoundSettings.bind("feedmill.security", TokenScopes.class, settings);
    }
}
