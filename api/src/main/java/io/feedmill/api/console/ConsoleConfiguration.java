package io.feedmill.api.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.Header;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.StaticHeadersWriter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.util.DigestUtils;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Gives everybody the files of the console, if it is enabled. They have no secrets: the browser makes calls with a caller's token. */
@Configuration(proxyBeanMethods = false)
record ConsoleConfiguration(ConsoleSettings settings) implements WebMvcConfigurer {
    private static final String HOME = "/console/";
    private static final String FILES = HOME + "**";

    /** Own scripts and styles only, nothing inline and no other host; texts cannot become markup, and no page shows it in a frame. */
    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types 'none'";

    /**
     * Settings {@code feedmill.console}.
     *
     * @param enabled whether the API has the console at {@code /console/}; {@code true} in the profile {@code local}
     */
    @ConfigurationProperties("feedmill.console")
    record ConsoleSettings(@DefaultValue("false") boolean enabled) {}

    /** Comes before the rules of the calls. Headers are written before the request is handled: the answer to a forwarded HEAD gets none afterwards. */
    @Bean
    @Order(1)
    SecurityFilterChain console() {
        PathPatternRequestMatcher files = PathPatternRequestMatcher.pathPattern(FILES);
        HeaderWriterFilter headers = new HeaderWriterFilter(List.of(new StaticHeadersWriter(List.of(
                new Header("X-Content-Type-Options", "nosniff"),
                new Header("X-Frame-Options", "DENY"),
                new Header("Content-Security-Policy", POLICY),
                new Header("Referrer-Policy", "no-referrer"),
                new Header("Cross-Origin-Opener-Policy", "same-origin"),
                new Header("Cross-Origin-Resource-Policy", "same-origin")))));
        headers.setShouldWriteHeadersEagerly(true);
        return new DefaultSecurityFilterChain(request -> settings.enabled() && files.matches(request), headers);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        if (settings.enabled()) {
            registry.addResourceHandler(FILES)
                    .addResourceLocations("classpath:/console/")
                    .setCacheControl(CacheControl.noCache())
                    // The files of all builds have the same time.
                    .setUseLastModified(false)
                    .setEtagGenerator(ConsoleConfiguration::etag);
        }
    }

    /** A weak one, since a file may be compressed. */
    private static String etag(Resource file) {
        try {
            return "W/\"" + DigestUtils.md5DigestAsHex(file.getContentAsByteArray()) + "\"";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        if (settings.enabled()) {
            registry.addViewController(HOME).setViewName("forward:" + HOME + "index.html");
            // With a status of its own the address is relative: behind a proxy that ends TLS the API knows no other.
            registry.addRedirectViewController("/console", HOME).setStatusCode(HttpStatus.FOUND);
        }
    }
}
