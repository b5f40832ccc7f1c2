package io.feedmill.common.trace;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Whether an endpoint for traces is set. Without one, Spring Boot configures no tracing: it would make spans, and export none. With one, it makes no
 * spans of its own observations: they name users by URLs, and quote messages of exceptions.
 */
public final class TracesOn implements Condition, AutoConfigurationImportFilter, EnvironmentAware {
    private static final String ENDPOINT = "management.opentelemetry.tracing.export.otlp.endpoint";
    private static final String BOOT = "org.springframework.boot.";
    private static final String SPANS_OF_OBSERVATIONS = "MicrometerTracingAutoConfiguration";

    private boolean on;

    @Override
    public void setEnvironment(Environment environment) {
        on = isSet(environment);
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return isSet(context.getEnvironment());
    }

    private static boolean isSet(Environment environment) {
        return StringUtils.hasText(environment.getProperty(ENDPOINT));
    }

    @Override
    public boolean[] match(String[] configurations, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[configurations.length];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = !isTracing(configurations[i]) || (on && !configurations[i].endsWith(SPANS_OF_OBSERVATIONS));
        }
        return matches;
    }

    /** The names of configurations that another filter has taken out are null. */
    private static boolean isTracing(String name) {
        return name != null
                && (name.startsWith(BOOT + "micrometer.tracing.") || name.startsWith(BOOT + "opentelemetry."));
    }
}
