package io.feedmill.api.http;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings {@code feedmill.http}.
 *
 * @param bodyLimit the largest request body that is read, except by the streamed import; default 128 KiB
 */
@ConfigurationProperties("feedmill.http")
public record HttpSettings(@DefaultValue("128KB") DataSize bodyLimit) {

    public HttpSettings {
        if (bodyLimit.toBytes() < 1) {
            throw new IllegalArgumentException("feedmill.http.body-limit must be at least one byte");
        }
    }
}
