package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.trace.TracesOn;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.mock.env.MockEnvironment;

class TracesOnTest {
    private static final String ENDPOINT = "management.opentelemetry.tracing.export.otlp.endpoint";
    private static final String[] ALL = ImportCandidates.load(
                    AutoConfiguration.class, TracesOnTest.class.getClassLoader())
            .getCandidates()
            .toArray(String[]::new);

    private static final AutoConfigurationMetadata UNREAD = (AutoConfigurationMetadata) Proxy.newProxyInstance(
            TracesOnTest.class.getClassLoader(),
            new Class<?>[] {AutoConfigurationMetadata.class},
            (proxy, method, arguments) -> {
                throw new AssertionError(method + " is not of interest");
            });

    /** Returns which of Spring Boot's configurations of OpenTelemetry and tracing are used. The one for metrics lacks its library. */
    private static List<String> used(MockEnvironment environment) {
        TracesOn filter = new TracesOn();
        filter.setEnvironment(environment);
        boolean[] matches = filter.match(ALL, UNREAD);
        assertThat(IntStream.range(0, ALL.length).filter(i -> matches[i]).count())
                .isGreaterThan(20);
        return IntStream.range(0, ALL.length)
                .filter(i -> matches[i])
                .mapToObj(i -> ALL[i].replaceFirst(".*\\.", ""))
                .filter(name ->
                        name.matches("(?i).*(otlptracing|otlplogging|opentelemetry|tracing|tracer|exemplars|zipkin).*"))
                .toList();
    }

    @Test
    void withoutAnEndpointSpringBootConfiguresNoTracing() {
        assertThat(used(new MockEnvironment())).isEmpty();
        assertThat(used(new MockEnvironment().withProperty(ENDPOINT, ""))).isEmpty();
    }

    /** Their spans would name users by URLs. */
    @Test
    void withAnEndpointObservationsMakeNoSpans() {
        assertThat(used(new MockEnvironment().withProperty(ENDPOINT, "http://127.0.0.1:4318/v1/traces")))
                .contains("OpenTelemetryTracingAutoConfiguration", "OtlpTracingAutoConfiguration")
                .doesNotContain("MicrometerTracingAutoConfiguration");
    }
}
