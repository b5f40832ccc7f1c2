package io.feedmill.common;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Required settings are missing or wrong; the message is one sentence for the operator. */
public final class InvalidSettingsException extends IllegalArgumentException {
    private final String action;

    /** @param action what the operator should do */
    public InvalidSettingsException(String message, String action) {
        super(message);
        this.action = action;
    }

    /** Explains the refused start without a stack trace. Precedes Spring Boot's own analyzer, which would show the bound values. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class Analyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
            return new FailureAnalysis(cause.getMessage(), cause.action, cause);
        }
    }

    /** Explains a start without a region: the message of the SDK names the places where it looked. */
    static final class RegionAnalyzer extends AbstractFailureAnalyzer<SdkClientException> {
        @Override
        protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SdkClientException cause) {
            return String.valueOf(cause.getMessage()).startsWith("Unable to load region")
                    ? new FailureAnalysis(cause.getMessage(), "Set AWS_REGION, such as to us-east-1.", cause)
                    : null;
        }
    }
}
