package io.feedmill.api.security;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.StringUtils;

/**
 * Settings {@code feedmill.security} for what the API says of itself to everybody (RFC 9728), never from a request, whose {@code Host} anybody chooses.
 *
 * @param resource the API's public URL, as clients have it, whose path {@code Location} begins with; null: no metadata of the API (RFC 9728)
 * @param issuerUri as in {@link SecuritySettings}
 */
@ConfigurationProperties("feedmill.security")
public record ResourceSettings(
        @Nullable String resource, @Nullable String issuerUri) {
    static final String PATH = "/.well-known/oauth-protected-resource";

    public ResourceSettings {
        resource = StringUtils.hasText(resource) ? resource : null;
        if (resource != null && !isUrl(resource)) {
            throw new IllegalArgumentException(
                    "feedmill.security.resource must be a URL like https://feedmill.example.org, without a query.");
        }
    }

    static boolean isUrl(String text) {
        try {
            URI url = new URI(text);
            return text.matches("https?://.*")
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Returns the paths of what the API tells everybody. */
    String[] openPaths() {
        return resource == null ? new String[] {OpenApiController.PATH} : new String[] {OpenApiController.PATH, PATH};
    }

    /** Returns the URL of the metadata: the path comes before that of the API. Empty: there is none. */
    String metadata() {
        return resource == null
                ? ""
                : URI.create(resource).resolve(PATH + below("")).toString();
    }

    /** Returns the path as clients have it: below that of the public URL. */
    public URI below(String path) {
        String api = resource == null ? "" : URI.create(resource).getRawPath();
        return URI.create(StringUtils.trimTrailingCharacter(api, '/') + path);
    }
}
