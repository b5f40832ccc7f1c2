package io.feedmill.api.security;

import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.security.AuditLog.AuditSettings;
import io.feedmill.common.time.ProcessTime;
import java.util.List;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.resource.OAuth2ResourceServerConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.web.OAuth2ProtectedResourceMetadataFilter;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.stereotype.Component;
import org.springframework.web.context.support.WebApplicationContextUtils;

/** Who may make which call: a token in the header says who, {@link Access} of its handler says which. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    /** The port of health and metrics knows no callers; it is not published. */
    @Bean
    @Order(0)
    SecurityFilterChain managementPort() {
        return new DefaultSecurityFilterChain(request -> WebServerApplicationContext.hasServerNamespace(
                WebApplicationContextUtils.getWebApplicationContext(request.getServletContext()), "management"));
    }

    @Bean
    SecurityFilterChain api(
            HttpSecurity http,
            CallAuthorization authorization,
            ResourceSettings settings,
            SecurityProblems problems,
            CallFilters filters) {
        String[] open = settings.openPaths();
        DefaultSecurityFilterChain chain = filters.addTo(http)
                .authorizeHttpRequests(rules -> rules.requestMatchers(HttpMethod.GET, open)
                        .permitAll()
                        .requestMatchers(HttpMethod.HEAD, open)
                        .permitAll()
                        .anyRequest()
                        .access(authorization))
                .oauth2ResourceServer(tokens -> bearerTokens(tokens, problems))
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // A browser sends no token by itself, so that another site's page or form cannot make a call.
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .headers(headers -> headers.defaultsDisabled()
                        .cacheControl(Customizer.withDefaults())
                        .contentTypeOptions(Customizer.withDefaults()))
                .build();
        // It answers all paths below, and not HEAD.
        chain.getFilters().removeIf(OAuth2ProtectedResourceMetadataFilter.class::isInstance);
        return chain;
    }

    /** The bean that Spring Security takes the caller's name and scopes from. */
    @Bean
    JwtAuthenticationConverter callerNames(SecuritySettings settings, TokenScopes scopes) {
        JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
        converter.setPrincipalClaimName(settings.userClaim());
        converter.setJwtGrantedAuthoritiesConverter(token -> List.copyOf(scopes.of(token.getClaims())));
        return converter;
    }

    private static void bearerTokens(OAuth2ResourceServerConfigurer<HttpSecurity> tokens, SecurityProblems problems) {
        tokens.authenticationEntryPoint(problems)
                .jwt(Customizer.withDefaults())
                .withObjectPostProcessor(new ObjectPostProcessor<BearerTokenAuthenticationFilter>() {
                    @Override
                    public <F extends BearerTokenAuthenticationFilter> F postProcess(F filter) {
                        // Spring's own would let the failure of the issuer pass, as an internal error.
                        filter.setAuthenticationFailureHandler(problems::commence);
                        return filter;
                    }
                });
    }

    /** Makes filters that are not beans: Spring Boot would also add those to the servlet container. */
    @Component
    record CallFilters(
            Calls calls,
            Callers callers,
            ApiMetrics metrics,
            AuditSettings audit,
            LimitSettings limits,
            HttpSettings http,
            ProcessTime time) {
        HttpSecurity addTo(HttpSecurity security) {
            RateLimits rates = new RateLimits(limits, RateLimits.MAX_CALLERS, calls, callers, time::nanoTime);
            return security.addFilter(new OriginFilter(http))
                    .addFilterBefore(
                            new AuditLog(calls, callers, metrics, audit, time), BearerTokenAuthenticationFilter.class)
                    .addFilterBefore(rates, AuthorizationFilter.class)
                    .addFilterBefore(new RequestsInProgress(limits, http, calls, callers), AuthorizationFilter.class);
        }
    }

    /** Admits the names of places, and what {@code RequestTargetFilter} has checked; the rules refuse other methods. */
    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowSemicolon(true);
        firewall.setAllowUrlEncodedPercent(true);
        firewall.setAllowUrlEncodedLineSeparator(true);
        firewall.setAllowUrlEncodedParagraphSeparator(true);
        firewall.setUnsafeAllowAnyHttpMethod(true);
        return firewall;
    }

    /** Spring Boot measures each request. */
    @Bean
    SecurityObservationSettings noObservations() {
        return SecurityObservationSettings.noObservations();
    }
}
