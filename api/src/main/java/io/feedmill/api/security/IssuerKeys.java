package io.feedmill.api.security;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.feedmill.common.InvalidSettingsException;
import java.net.URI;
import java.net.http.HttpClient;
import java.text.ParseException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Asks the issuer for its keys: at the URL of the settings, else at that of its metadata (OpenID Connect Discovery 4, RFC 8414 3). Used by one thread at a time. */
final class IssuerKeys {
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final RestClient http;
    private final String issuer;
    private final @Nullable String configured;
    /** Where the keys were last read; null: the metadata says it. */
    private @Nullable String keySet;

    IssuerKeys(String issuer, @Nullable String keySet) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().connectTimeout(TIMEOUT).build());
        requests.setReadTimeout(TIMEOUT);
        this.http = RestClient.builder().requestFactory(requests).build();
        this.issuer = issuer;
        this.configured = keySet;
        this.keySet = keySet;
    }

    /** Returns the keys; throws a {@link RestClientException} without an answer, an {@link InvalidSettingsException} if they are not usable. */
    List<JWK> read() {
        String url = keySet == null ? discovered() : keySet;
        keySet = configured;
        List<JWK> keys = usable(url);
        keySet = url;
        return keys;
    }

    private List<JWK> usable(String url) {
        try {
            List<JWK> keys = KeyFiles.usable(JWKSet.parse(json(url)));
            if (!keys.isEmpty()) {
                return keys;
            }
        } catch (ParseException e) {
            throw refused(url, "is no key set");
        }
        throw refused(url, "has no key of P-256, and no RSA key of 2,048 bits or more");
    }

    /** Returns the URL of the keys. If no place has the metadata, the first one tells why. */
    private String discovered() {
        URI name = URI.create(issuer);
        String path = name.getRawPath().replaceFirst("/$", "");
        InvalidSettingsException first = null;
        for (String place : new LinkedHashSet<>(List.of(
                path + "/.well-known/openid-configuration",
                "/.well-known/openid-configuration" + path,
                "/.well-known/oauth-authorization-server" + path))) {
            try {
                return keySet(name.resolve(place).toString());
            } catch (InvalidSettingsException e) {
                first = first == null ? e : first;
            }
        }
        throw Objects.requireNonNull(first);
    }

    private String keySet(String url) {
        Map<String, Object> metadata = json(url);
        if (!(metadata.get("issuer") instanceof String named) || !(metadata.get("jwks_uri") instanceof String keys)) {
            throw refused(url, "has not the fields 'issuer' and 'jwks_uri' of an issuer's metadata");
        }
        if (!named.equals(issuer)) {
            throw refused(url, "names the issuer '" + named + "'");
        }
        if (!ResourceSettings.isUrl(keys) || (issuer.startsWith("https:") && !keys.startsWith("https:"))) {
            throw refused(url, "has no URL with https in 'jwks_uri'");
        }
        return keys;
    }

    private Map<String, Object> json(String url) {
        String body = http.get()
                .uri(URI.create(url))
                .retrieve()
                .onStatus(IssuerKeys::isFinal, (request, answer) -> {
                    throw refused(
                            url, "is answered with " + answer.getStatusCode().value());
                })
                .body(String.class);
        try {
            return JSONObjectUtils.parse(Objects.requireNonNullElse(body, ""));
        } catch (ParseException e) {
            throw refused(url, "is no JSON object");
        }
    }

    /** Whether asking again later does not help; redirects are not followed. */
    private static boolean isFinal(HttpStatusCode status) {
        return status.is3xxRedirection()
                || (status.is4xxClientError() && status.value() != 408 && status.value() != 429);
    }

    private InvalidSettingsException refused(String url, String reason) {
        return SecuritySettings.invalid(
                "feedmill.security.issuer-uri is '" + issuer + "', but " + url + " " + reason
                        + ": set it to the claim 'iss' of the tokens, or feedmill.security.jwk-set-uri to the URL of the issuer's keys.");
    }
}
