package io.feedmill.api.security;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Tells everybody of the API, without a token: its document, {@code docs/openapi.json}, compressed once, and who signs its tokens. */
@RestController
final class OpenApiController {
    static final String PATH = "/v1/openapi.json";

    private static final Pattern GZIP =
            Pattern.compile("(^|,)\\s*gzip\\s*(;\\s*q=(1|0\\.0*[1-9])[^,]*)?(,|$)", Pattern.CASE_INSENSITIVE);

    private final byte[] document = new ClassPathResource("openapi.json").getContentAsByteArray();
    private final byte[] zipped = zip(document);
    private final String version = DigestUtils.md5DigestAsHex(document);

    private final ResourceSettings settings;

    OpenApiController(ResourceSettings settings) throws IOException {
        this.settings = settings;
    }

    private static byte[] zip(byte[] bytes) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes);
        }
        return zipped.toByteArray();
    }

    /** Tomcat does not compress what has a strong ETag. */
    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Resource> document(@RequestHeader(name = "Accept-Encoding", defaultValue = "") String encodings) {
        boolean zip = GZIP.matcher(encodings).find();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
                .varyBy(HttpHeaders.ACCEPT_ENCODING)
                .eTag(zip ? version + "-gzip" : version);
        return zip
                ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(new ByteArrayResource(zipped))
                : answer.body(new ByteArrayResource(document));
    }

    /** Says who signs the tokens (RFC 9728), if the settings name the API's public URL. */
    @GetMapping(path = ResourceSettings.PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    Map<String, @Nullable Object> resource() {
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("resource", settings.resource());
        String issuer = settings.issuerUri();
        if (issuer != null && ResourceSettings.isUrl(issuer)) {
            about.put("authorization_servers", List.of(issuer));
        }
        about.put(
                "scopes_supported",
                Arrays.stream(Scope.values()).map(Scope::value).toList());
        about.put("bearer_methods_supported", List.of("header"));
        about.put("tls_client_certificate_bound_access_tokens", false);
        return about;
    }
}
