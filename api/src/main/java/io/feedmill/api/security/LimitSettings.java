package io.feedmill.api.security;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.limits}: the calls of one caller at one API process.
 *
 * @param enabled whether calls are limited
 * @param services whether calls of services (scope {@code act-as}) are limited, too
 * @param perMinute calls a minute by the scope that they need
 * @param concurrent requests of one caller in progress, from before their bodies are read until their answers are sent; below {@code http.concurrent-bodies}
 */
@Validated
@ConfigurationProperties("feedmill.limits")
public record LimitSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean services,
        @DefaultValue @Valid PerMinute perMinute,
        @DefaultValue("16") @Min(1) int concurrent) {

    /**
     * Settings {@code feedmill.limits.per-minute}.
     *
     * @param feed calls a minute that need the scope {@code feed}
     * @param post the same of {@code post}
     * @param follow the same of {@code follow}
     * @param react the same of {@code react}
     * @param room the same of {@code room}
     * @param device the same of {@code device}
     * @param events the same of {@code notify}
     * @param bulk the same of {@code import}
     * @param reports the same of {@code reports}
     * @param admin the same of {@code admin}
     */
    @SuppressWarnings("InvalidParam") // the scope, not the component
    public record PerMinute(
            @DefaultValue("1200") @Min(1) int feed,
            @DefaultValue("120") @Min(1) int post,
            @DefaultValue("300") @Min(1) int follow,
            @DefaultValue("600") @Min(1) int react,
            @DefaultValue("600") @Min(1) int room,
            @DefaultValue("1200") @Min(1) int device,
            @Name("notify") @DefaultValue("6000") @Min(1) int events,
            @Name("import") @DefaultValue("30") @Min(1) int bulk,
            @DefaultValue("120") @Min(1) int reports,
            @DefaultValue("120") @Min(1) int admin) {}

    boolean concern(Caller caller) {
        return enabled && (services || !caller.isService());
    }

    int of(Scope scope) {
        return switch (scope) {
            case FEED -> perMinute.feed;
            case POST -> perMinute.post;
            case FOLLOW -> perMinute.follow;
            case REACT -> perMinute.react;
            case ROOM -> perMinute.room;
            case DEVICE -> perMinute.device;
            case NOTIFY -> perMinute.events;
            case IMPORT -> perMinute.bulk;
            case REPORTS -> perMinute.reports;
            case ADMIN -> perMinute.admin;
            case ACT_AS -> 1;
        };
    }
}
