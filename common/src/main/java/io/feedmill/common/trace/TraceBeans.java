package io.feedmill.common.trace;

import io.feedmill.common.time.ProcessTime;
import io.micrometer.tracing.otel.bridge.EventPublishingContextWrapper.ScopeAttachedEvent;
import io.micrometer.tracing.otel.bridge.EventPublishingContextWrapper.ScopeRestoredEvent;
import io.micrometer.tracing.otel.bridge.Slf4JEventListener;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** The traces of an application. Imported by it: commands have none. */
public final class TraceBeans {

    @Bean
    Traces traces(ObjectProvider<Tracer> tracer) {
        return new Traces(tracer.getIfAvailable());
    }

    @Bean
    @Conditional(TracesOn.class)
    ExecutionInterceptor tracedCalls(Tracer tracer, ProcessTime time) {
        return new TracedCalls(tracer, time);
    }

    @Bean
    @Conditional(TracesOn.class)
    Slf4JEventListener sampledLogs() {
        return new SampledLogs();
    }

    /** Logs the ids of sampled traces, by their names in ECS. */
    private static final class SampledLogs extends Slf4JEventListener {
        SampledLogs() {
            super("trace.id", "span.id");
        }

        @Override
        public void onEvent(Object event) {
            Span span = switch (event) {
                case ScopeAttachedEvent attached -> attached.getSpan();
                case ScopeRestoredEvent restored -> restored.getSpan();
                default -> null;
            };
            if (span == null || span.getSpanContext().isSampled()) {
                super.onEvent(event);
            }
        }
    }
}
