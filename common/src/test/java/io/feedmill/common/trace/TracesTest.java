package io.feedmill.common.trace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.time.ProcessTime;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.core.internal.interceptor.DefaultFailedExecutionContext;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

class TracesTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SAMPLED = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String UNSAMPLED = "00-" + TRACE + "-b7ad6b7169203331-00";
    private static final SendMessageRequest SEND = SendMessageRequest.builder()
            .messageAttributes(Map.of("delay", text("7")))
            .build();

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider sdk = SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();
    private final Tracer tracer = sdk.get("test");
    private final Traces traces = new Traces(tracer);
    private final TracedCalls calls = new TracedCalls(tracer, ProcessTime.system());

    @AfterEach
    void nothingLeaks() {
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
        sdk.close();
    }

    private static MessageAttributeValue text(String value) {
        return MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(value)
                .build();
    }

    private SdkRequest sent(SdkRequest request) {
        return calls.modifyRequest(InterceptorContext.builder().request(request).build(), new ExecutionAttributes());
    }

    /** Sends a message as the handler of a message with this attribute. Returns the attribute that it is sent with. */
    private String sentWhileHandling(@Nullable String traceparent) {
        List<Map<String, MessageAttributeValue>> attributes = new ArrayList<>();
        traces.handle("deliver", traceparent, true, () -> {
            if (sent(SEND) instanceof SendMessageRequest send) {
                attributes.add(send.messageAttributes());
            }
        });
        assertThat(attributes).singleElement().satisfies(all -> assertThat(all).containsEntry("delay", text("7")));
        return traceparent(attributes.getFirst());
    }

    private static String traceparent(Map<String, MessageAttributeValue> attributes) {
        return requireNonNull(attributes.get("traceparent")).stringValue();
    }

    private void call(String operation, SdkRequest request, @Nullable Throwable failure) {
        ExecutionAttributes attributes = new ExecutionAttributes();
        attributes.putAttribute(SdkExecutionAttribute.OPERATION_NAME, operation);
        InterceptorContext context =
                InterceptorContext.builder().request(request).build();
        calls.beforeExecution(context, attributes);
        if (failure == null) {
            calls.afterExecution(context, attributes);
        } else {
            calls.onExecutionFailure(
                    DefaultFailedExecutionContext.builder()
                            .interceptorContext(context)
                            .exception(failure)
                            .build(),
                    attributes);
        }
    }

    private List<String> names() {
        return spans.getFinishedSpanItems().stream().map(SpanData::getName).toList();
    }

    @Test
    void aHandlerSendsMessagesOfTheTraceOfItsOwn() {
        assertThat(sentWhileHandling(SAMPLED))
                .matches("00-" + TRACE + "-[0-9a-f]{16}-01")
                .isNotEqualTo(SAMPLED);
        assertThat(spans.getFinishedSpanItems()).singleElement().satisfies(span -> {
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getParentSpanId()).isEqualTo("b7ad6b7169203331");
        });
    }

    /** Else the next worker would draw again. */
    @Test
    void aTraceThatIsNotSampledGoesOnWithoutSpans() {
        assertThat(sentWhileHandling(UNSAMPLED)).matches("00-" + TRACE + "-[0-9a-f]{16}-00");
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "later",
                "00-" + TRACE + "-b7ad6b7169203331",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01"
            })
    void aMalformedAttributeBeginsANewTrace(String malformed) {
        assertThat(sentWhileHandling(malformed)).doesNotContain(TRACE);
        assertThat(spans.getFinishedSpanItems())
                .singleElement()
                .satisfies(span ->
                        assertThat(span.getParentSpanContext().isValid()).isFalse());
    }

    @Test
    void everyMessageOfABatchHasTheTrace() {
        SendMessageBatchRequestEntry entry =
                SendMessageBatchRequestEntry.builder().id("0").build();
        traces.handle(
                "publish",
                SAMPLED,
                false,
                () -> assertThat(((SendMessageBatchRequest) sent(SendMessageBatchRequest.builder()
                                        .entries(entry, entry)
                                        .build()))
                                .entries())
                        .hasSize(2)
                        .allSatisfy(sent -> assertThat(traceparent(sent.messageAttributes()))
                                .startsWith("00-" + TRACE)));
    }

    @Test
    void whatIsSentOutsideOfAHandlerStaysAsItIs() {
        assertThat(sent(SEND)).isSameAs(SEND);
        call("GetItem", GetItemRequest.builder().build(), null);
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void callsOfAPlanAreSpans() {
        traces.handle("publish", null, false, () -> {
            call("GetItem", GetItemRequest.builder().tableName("fanouts").build(), null);
            call("SendMessage", SEND, SdkClientException.create("a secret"));
        });
        assertThat(names()).containsExactly("GetItem", "SendMessage", "publish");
        SpanData plan = spans.getFinishedSpanItems().getLast();
        assertThat(spans.getFinishedSpanItems().subList(0, 2))
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(plan.getSpanId()));
        SpanData failed = spans.getFinishedSpanItems().get(1);
        assertThat(failed.getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("SdkClientException");
        assertThat(failed.toString()).doesNotContain("secret");
    }

    @Test
    void callsOfASliceAreCounted() {
        traces.handle("deliver", null, true, () -> {
            call("GetItem", GetItemRequest.builder().build(), null);
            call("GetItem", GetItemRequest.builder().build(), SdkClientException.create("lost"));
        });
        assertThat(spans.getFinishedSpanItems()).singleElement().satisfies(span -> {
            assertThat(span.getAttributes().get(AttributeKey.longKey("storage.calls")))
                    .isEqualTo(2);
            assertThat(span.getAttributes().get(AttributeKey.longKey("storage.ms")))
                    .isNotNegative();
        });
    }

    @Test
    void aFailedHandlerEndsItsSpanWithoutTheMessageOfTheFailure() {
        assertThatThrownBy(() -> traces.handle("deliver", SAMPLED, true, () -> {
                    throw new IllegalStateException("a secret");
                }))
                .hasMessage("a secret");
        assertThat(spans.getFinishedSpanItems()).singleElement().satisfies(span -> {
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.toString()).contains("IllegalStateException").doesNotContain("secret");
        });
    }

    @Test
    void withoutAnEndpointNoTraceBegins() {
        new Traces(null)
                .handle("deliver", SAMPLED, true, () -> assertThat(sent(SEND)).isSameAs(SEND));
        assertThat(new Traces(null).call().getSpanContext().isValid()).isFalse();
    }
}
