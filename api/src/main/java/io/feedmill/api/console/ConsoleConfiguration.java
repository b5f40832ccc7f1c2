package io.feedmill.api.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
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

    /** Comes before the rules of the calls. */
    @Bean
    @Order(1)
    SecurityFilterChain console(HttpSecurity http) {
        PathPatternRequestMatcher files = PathPatternRequestMatcher.pathPattern(FILES);
        return http.securityMatcher(request -> settings.enabled() && files.matches(request))
                .authorizeHttpRequests(rules -> rules.anyRequest().permitAll())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .headers(headers -> headers.withObjectPostProcessor(new Eagerly())
                        .defaultsDisabled()
                        .contentTypeOptions(Customizer.withDefaults())
                        .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
                        .contentSecurityPolicy(csp -> csp.policyDirectives(POLICY))
                        .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER))
                        .crossOriginOpenerPolicy(opener -> opener.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                        .crossOriginResourcePolicy(use -> use.policy(CrossOriginResourcePolicy.SAME_ORIGIN)))
                .build();
    }

    /** Headers are written before the request is handled: the answer to a HEAD that is forwarded has none of them afterwards. */
    private static final class Eagerly implements ObjectPostProcessor<HeaderWriterFilter> {
        @Override
        public <T extends HeaderWriterFilter> T postProcess(T filter) {
            filter.setShouldWriteHeadersEagerly(true);
            return filter;
        }
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
