package io.feedmill.api.trace;

import static java.util.Objects.requireNonNull;

import io.feedmill.common.trace.Traces;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;

/** Makes a span of each call, with what its metrics say: the path as a template, and no more of the URL. */
@Component
record HttpCallSpans(Traces traces) implements ObservationHandler<ServerRequestObservationContext> {

    @Override
    public boolean supportsContext(Observation.Context context) {
        return traces.isOn()
                && context instanceof ServerRequestObservationContext call
                && !requireNonNull(call.getCarrier()).getRequestURI().startsWith("/actuator/");
    }

    @Override
    public void onStart(ServerRequestObservationContext call) {
        call.put(Span.class, traces.call());
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the observation closes it
    public void onScopeOpened(ServerRequestObservationContext call) {
        call.put(Scope.class, span(call).makeCurrent());
    }

    @Override
    public void onScopeClosed(ServerRequestObservationContext call) {
        call.<Scope>getRequired(Scope.class).close();
    }

    @Override
    public void onStop(ServerRequestObservationContext call) {
        String status = value(call, "status");
        span(call).updateName(value(call, "method") + " " + value(call, "uri")).setAttribute("status", status);
        if (status.startsWith("5")) {
            span(call).setStatus(StatusCode.ERROR);
        }
        span(call).end();
    }

    private static Span span(ServerRequestObservationContext call) {
        return call.getRequired(Span.class);
    }

    private static String value(ServerRequestObservationContext call, String key) {
        KeyValue value = call.getLowCardinalityKeyValue(key);
        return requireNonNull(value).getValue();
    }
}
