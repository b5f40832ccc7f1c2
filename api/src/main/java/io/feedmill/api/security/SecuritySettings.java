package io.feedmill.api.security;

import io.feedmill.common.InvalidSettingsException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Settings {@code feedmill.security}: whose tokens the API takes. An issuer or a public key is required.
 *
 * @param issuerUri issuer of the tokens, their claim {@code iss} to the letter. Without a public key, the keys are those that it publishes (OpenID Connect
 *     discovery); null: any issuer that has the private key
 * @param jwkSetUri URL of the issuer's keys (JWKS), if the API is to ask there instead of at {@code issuer-uri}
 * @param plainHttp whether the issuer is asked by {@code http} beyond this machine, in a network that you trust
 * @param publicKeyLocation PEM or JWKS files with the keys that verify tokens: P-256 for ES256, RSA for RS256; empty: the issuer's keys
 * @param audience audiences of which a token must name one
 * @param audienceClaim claim with the audience
 * @param userClaim claim with the user's id
 * @param viewerRequired whether a service must name the user for whom it changes what is stored
 * @param maxTokenLife longest time from {@code iat} to {@code exp} of a user's token, at least a minute
 * @param maxServiceTokenLife longest time from {@code iat} to {@code exp} of a service's token
 */
@ConfigurationProperties("feedmill.security")
public record SecuritySettings(
        @Nullable String issuerUri,
        @Nullable String jwkSetUri,
        @DefaultValue("false") boolean plainHttp,
        @DefaultValue List<String> publicKeyLocation,
        @DefaultValue("feedmill") List<String> audience,
        @DefaultValue("aud") String audienceClaim,
        @DefaultValue("sub") String userClaim,
        @DefaultValue("true") boolean viewerRequired,
        @DefaultValue("24h") Duration maxTokenLife,
        @DefaultValue("24h") Duration maxServiceTokenLife) {
    private static final Duration MIN_LIFE = Duration.ofMinutes(1);
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    /** Each location of Spring's resource loader but these is a URL, whose host could replace the keys. */
    private static final Pattern REMOTE = Pattern.compile("(?i)(?!(file|classpath|base64):)[a-z][a-z0-9+.-]+:.*");

    public SecuritySettings {
        issuerUri = StringUtils.hasText(issuerUri) ? issuerUri : null;
        jwkSetUri = StringUtils.hasText(jwkSetUri) ? jwkSetUri : null;
        publicKeyLocation =
                publicKeyLocation.stream().filter(StringUtils::hasText).toList();
        if (issuerUri == null && publicKeyLocation.isEmpty()) {
            throw invalid("Neither feedmill.security.issuer-uri nor"
                    + " feedmill.security.public-key-location is set: the API cannot verify tokens.");
        }
        if (jwkSetUri != null && (issuerUri == null || !publicKeyLocation.isEmpty())) {
            throw invalid(
                    "feedmill.security.jwk-set-uri needs feedmill.security.issuer-uri, and no public-key-location.");
        }
        if (publicKeyLocation.stream()
                .anyMatch(location -> REMOTE.matcher(location).matches())) {
            throw invalid(
                    "feedmill.security.public-key-location must be a file: set feedmill.security.jwk-set-uri for a URL.");
        }
        if (publicKeyLocation.isEmpty()) {
            requireSafe(jwkSetUri == null ? issuerUri : jwkSetUri, plainHttp);
        }
        if (audience.isEmpty()
                || !Stream.concat(audience.stream(), Stream.of(audienceClaim, userClaim))
                        .allMatch(StringUtils::hasText)) {
            throw invalid("feedmill.security.audience, feedmill.security.audience-claim and"
                    + " feedmill.security.user-claim must not be empty.");
        }
        if (maxTokenLife.compareTo(MIN_LIFE) < 0 || maxServiceTokenLife.compareTo(MIN_LIFE) < 0) {
            throw invalid("feedmill.security.max-token-life and"
                    + " feedmill.security.max-service-token-life must be at least a minute.");
        }
    }

    /** Refuses keys that anybody on the way could replace. */
    private static void requireSafe(@Nullable String url, boolean plainHttp) {
        if (url == null || !ResourceSettings.isUrl(url)) {
            throw invalid("feedmill.security.issuer-uri, or jwk-set-uri, is not a URL like https://login.example.org.");
        }
        if (!url.startsWith("https:")
                && !plainHttp
                && !LOOPBACK.contains(URI.create(url).getHost())) {
            throw invalid(
                    "feedmill.security.issuer-uri, or jwk-set-uri, has http beyond this machine: use https, or set"
                            + " feedmill.security.plain-http=true in a network that you trust.");
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
