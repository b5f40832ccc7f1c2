package io.feedmill.api.security;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.StringUtils;

/**
 * Settings {@code feedmill.security}: whose tokens the API takes. One of the first two is required.
 *
 * @param issuerUri the issuer of the tokens, their claim {@code iss}. Without a public key, the keys are those that the issuer publishes (OpenID
 *     Connect discovery); null: any issuer that has the private key
 * @param publicKeyLocation a PEM file with the key that verifies tokens: P-256, then they are signed with ES256, or RSA, then with RS256; null: the
 *     issuer's keys
 * @param audience what the claim {@code aud} of a token must contain; default {@code feedmill}
 * @param userClaim the claim that holds the user's id; default {@code sub}
 */
@ConfigurationProperties("feedmill.security")
public record SecuritySettings(
        @Nullable String issuerUri,
        @Nullable String publicKeyLocation,
        @DefaultValue("feedmill") String audience,
        @DefaultValue("sub") String userClaim) {

    public SecuritySettings {
        issuerUri = StringUtils.hasText(issuerUri) ? issuerUri : null;
        publicKeyLocation = StringUtils.hasText(publicKeyLocation) ? publicKeyLocation : null;
        if (issuerUri == null && publicKeyLocation == null) {
            throw new InvalidSecurityException("Neither feedmill.security.issuer-uri nor"
                    + " feedmill.security.public-key-location is set: the API cannot verify tokens.");
        }
        if (!StringUtils.hasText(audience) || !StringUtils.hasText(userClaim)) {
            throw new InvalidSecurityException(
                    "feedmill.security.audience and feedmill.security.user-claim must not be empty.");
        }
    }

    /** The settings are missing or wrong; the message is one sentence for the operator. */
    static final class InvalidSecurityException extends IllegalArgumentException {
        InvalidSecurityException(String message) {
            super(message);
        }
    }

    /** Explains the refused start without a stack trace. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class InvalidSecurityFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSecurityException> {

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, InvalidSecurityException cause) {
            return new FailureAnalysis(
                    cause.getMessage(),
                    "Set FEEDMILL_SECURITY_ISSUERURI to the issuer of your users' tokens, or"
                            + " FEEDMILL_SECURITY_PUBLICKEYLOCATION to a PEM file with its public key; docs/security.md tells"
                            + " more.",
                    cause);
        }
    }
}
