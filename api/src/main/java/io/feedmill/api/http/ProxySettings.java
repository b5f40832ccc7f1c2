package io.feedmill.api.http;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;

/** Spring Boot's settings {@code server} that say whose {@code X-Forwarded-For} the API believes: nobody's, or that of proxies which they name. */
@ConfigurationProperties("server")
public record ProxySettings(
        @DefaultValue("none") ForwardHeadersStrategy forwardHeadersStrategy,
        @DefaultValue Tomcat tomcat) {

    /** Settings {@code server.tomcat}. Each of {@code remoteip} but the proxies' addresses makes Tomcat believe all private addresses. */
    public record Tomcat(@DefaultValue Map<String, String> remoteip) {
        private boolean namesProxies() {
            return remoteip.entrySet().stream()
                    .filter(setting -> !setting.getValue().isBlank())
                    .anyMatch(setting -> setting.getKey().matches("(?i)internal[-.]?proxies"));
        }
    }

    public ProxySettings {
        boolean consistent = switch (forwardHeadersStrategy) {
            case NONE -> tomcat.remoteip().isEmpty();
            case NATIVE -> tomcat.namesProxies();
            case FRAMEWORK -> false;
        };
        if (!consistent) {
            throw new IllegalArgumentException("server.forward-headers-strategy must be none, without"
                    + " server.tomcat.remoteip.*, or native with server.tomcat.remoteip.internal-proxies:"
                    + " else anybody may send the address of another.");
        }
    }
}
