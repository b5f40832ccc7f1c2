package io.feedmill.api.security;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers everybody with the document of the API, {@code docs/openapi.json}. */
@RestController
final class OpenApiController {
    static final String PATH = "/v1/openapi.json";

    private static final Resource DOCUMENT = new ClassPathResource("openapi.json");

    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    Resource document() {
        return DOCUMENT;
    }
}
