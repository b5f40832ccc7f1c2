package io.feedmill.api.security;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.limits}: the calls of one caller at one API process.
 *
 * @param enabled whether calls are limited; default true
 * @param services whether those of tokens with the scope {@code act-as} are, too; default false
 * @param perMinute the maximum number of calls a minute by the scope that they need, also at once; a scope that is not set keeps its default
 * @param concurrent the maximum number of requests of one caller in progress, from before their bodies are read until their answers are sent; default 16
 * @param callers the maximum number of callers and scopes whose calls are counted: beyond it, those that called least are forgotten; default 100,000
 */
@Validated
@ConfigurationProperties("feedmill.limits")
public record LimitSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean services,
        @DefaultValue Map<Scope, @Min(1) Integer> perMinute,
        @DefaultValue("16") @Min(1) int concurrent,
        @DefaultValue("100000") @Min(1) @Max(10_000_000) int callers) {
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
