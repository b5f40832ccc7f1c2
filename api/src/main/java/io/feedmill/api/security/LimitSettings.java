package io.feedmill.api.security;

import jakarta.validation.constraints.Min;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.limits}: the calls of one caller at one API process.
 *
 * @param enabled whether calls are limited
 * @param services whether calls of services (scope {@code act-as}) are limited, too
 * @param perMinute calls a minute by the scope that they need, such as {@code per-minute.feed}; defaults: {@code feed} and {@code device} 1,200, {@code react} and
 *     {@code room} 600, {@code follow} 300, {@code post}, {@code reports} and {@code admin} 120, {@code import} 30
 * @param concurrent requests of one caller in progress, from before their bodies are read until their answers are sent; below {@code http.concurrent-bodies}
 */
@Validated
@ConfigurationProperties("feedmill.limits")
public record LimitSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean services,
        @DefaultValue Map<Scope, @Min(1) Integer> perMinute,
        @DefaultValue("16") @Min(1) int concurrent) {
    private static final Map<Scope, Integer> DEFAULTS = Map.of(
            Scope.FEED, 1_200,
            Scope.POST, 120,
            Scope.FOLLOW, 300,
            Scope.REACT, 600,
            Scope.ROOM, 600,
            Scope.DEVICE, 1_200,
            Scope.IMPORT, 30,
            Scope.REPORTS, 120,
            Scope.ADMIN, 120);

    public LimitSettings {
        Map<Scope, Integer> limits = new EnumMap<>(DEFAULTS);
        limits.putAll(perMinute);
        perMinute = Map.copyOf(limits);
    }

    boolean concern(Caller caller) {
        return enabled && (services || !caller.isService());
    }

    int of(Scope scope) {
        return perMinute.getOrDefault(scope, 1);
    }
}
