package io.feedmill.api.security;

import io.feedmill.api.http.InvalidSettingsException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Settings {@code feedmill.security}: whose tokens the API takes. One of the first two is required.
 *
 * @param issuerUri issuer of the tokens, their claim {@code iss}. Without a public key, the keys are those that it publishes (OpenID Connect discovery);
 *     null: any issuer that has the private key
 * @param publicKeyLocation PEM or JWKS files with the keys that verify tokens: P-256 for ES256, RSA for RS256; empty: the issuer's keys
 * @param audience audiences of which a token must name one
 * @param audienceClaim claim with the audience
 * @param userClaim claim with the user's id
 * @param scopePrefix what the issuer puts before the names of scopes
 * @param services clients in whose tokens the scopes {@code act-as}, {@code import}, {@code reports} and {@code admin} count
 * @param viewerRequired whether a service must name the user for whom it changes what is stored
 * @param maxTokenLife longest time from {@code iat} to {@code exp} of a user's token, at least a minute
 * @param maxServiceTokenLife longest time from {@code iat} to {@code exp} of a service's token
 */
@ConfigurationProperties("feedmill.security")
public record SecuritySettings(
        @Nullable String issuerUri,
        @DefaultValue List<String> publicKeyLocation,
        @DefaultValue("feedmill") List<String> audience,
        @DefaultValue("aud") String audienceClaim,
        @DefaultValue("sub") String userClaim,
        @DefaultValue("") String scopePrefix,
        @DefaultValue({}) List<String> services,
        @DefaultValue("true") boolean viewerRequired,
        @DefaultValue("24h") Duration maxTokenLife,
        @DefaultValue("24h") Duration maxServiceTokenLife) {
    private static final Duration MIN_LIFE = Duration.ofMinutes(1);

    public SecuritySettings {
        issuerUri = StringUtils.hasText(issuerUri) ? issuerUri : null;
        publicKeyLocation =
                publicKeyLocation.stream().filter(StringUtils::hasText).toList();
        if (issuerUri == null && publicKeyLocation.isEmpty()) {
            throw invalid("Neither feedmill.security.issuer-uri nor"
                    + " feedmill.security.public-key-location is set: the API cannot verify tokens.");
        }
        if (audience.isEmpty()
                || !Stream.concat(audience.stream(), Stream.of(audienceClaim, userClaim))
                        .allMatch(StringUtils::hasText)) {
            throw invalid("feedmill.security.audience, feedmill.security.audience-claim and"
                    + " feedmill.security.user-claim must not be empty.");
        }
        if (!services.stream().allMatch(StringUtils::hasText)
                || Set.copyOf(services).size() < services.size()) {
            throw invalid("feedmill.security.services has an empty client, or one twice.");
        }
        if (maxTokenLife.compareTo(MIN_LIFE) < 0 || maxServiceTokenLife.compareTo(MIN_LIFE) < 0) {
            throw invalid("feedmill.security.max-token-life and"
                    + " feedmill.security.max-service-token-life must be at least a minute.");
        }
    }

    static InvalidSettingsException invalid(String message) {
        return new InvalidSettingsException(
                message,
                "Set FEEDMILL_SECURITY_ISSUERURI to the issuer of your users' tokens, or"
                        + " FEEDMILL_SECURITY_PUBLICKEYLOCATION to a PEM file with its public key; docs/security.md tells"
                        + " more.");
    }
}
