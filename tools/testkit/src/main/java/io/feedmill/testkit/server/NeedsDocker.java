package io.feedmill.testkit.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** Skips a test class, with a message, if no Docker engine answers, or if it cannot get LocalStack's image. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsDocker.Condition.class)
public @interface NeedsDocker {

    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                return skip(context, "no Docker engine answers");
            }
            return SharedLocalStack.hasImage()
                    ? ConditionEvaluationResult.enabled("a Docker engine answers and has the image")
                    : skip(context, "the Docker engine cannot pull LocalStack's image");
        }

        private static ConditionEvaluationResult skip(ExtensionContext context, String reason) {
            System.out.printf("SKIPPED %s: %s%n", context.getRequiredTestClass().getSimpleName(), reason);
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
