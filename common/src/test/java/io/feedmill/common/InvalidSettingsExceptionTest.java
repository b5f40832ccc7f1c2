package io.feedmill.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;

class InvalidSettingsExceptionTest {
    private static Stream<FailureAnalysis> analyses(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, needsABeanFactory) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(new IllegalStateException("Error creating bean", failure)))
                .filter(Objects::nonNull);
    }

    @Test
    void aStartWithoutARegionIsExplainedByTheMessageOfTheSdk() {
        Throwable noRegion = catchThrowable(() -> new AwsRegionProviderChain().getRegion());
        assertThat(analyses(noRegion)).singleElement().satisfies(analysis -> {
            assertThat(analysis.getDescription()).isEqualTo(noRegion.getMessage());
            assertThat(analysis.getAction()).contains("AWS_REGION");
        });
    }

    @Test
    void otherFailuresOfTheSdkAreNotExplained() {
        assertThat(analyses(SdkClientException.create("Connection refused"))).isEmpty();
    }
}
