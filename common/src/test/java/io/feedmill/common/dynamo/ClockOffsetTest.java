package io.feedmill.common.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

class ClockOffsetTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Instant now = NOON;
    private final ClockOffset offset = new ClockOffset(() -> now, meters);

    private void answer(SdkRequest request, Duration took, String date) {
        ExecutionAttributes attributes = new ExecutionAttributes();
        InterceptorContext context =
                InterceptorContext.builder().request(request).build();
        offset.beforeTransmission(context, attributes);
        now = now.plus(took);
        SdkHttpResponse response = SdkHttpResponse.builder()
                .statusCode(200)
                .putHeader("Date", date)
                .build();
        offset.afterTransmission(context.toBuilder().httpResponse(response).build(), attributes);
    }

    /** The clock is this far ahead of the store's, which is in the middle of a second. */
    private void answerAhead(Duration ahead) {
        now = now.plusSeconds(2);
        Instant store = now.minus(ahead);
        answer(GetItemRequest.builder().build(), Duration.ZERO, DATE.format(store));
    }

    private double seconds() {
        return meters.get("feedmill.clock.offset").timeGauge().value(TimeUnit.SECONDS);
    }

    @Test
    void anOffsetIsMeasuredToHalfASecond() {
        assertThat(offset.isRight()).isTrue();
        answerAhead(Duration.ofSeconds(3));
        assertThat(seconds()).isBetween(2.4, 3.6);
        assertThat(offset.isRight()).isFalse();
        answerAhead(Duration.ofSeconds(-4));
        assertThat(seconds()).isBetween(-4.6, -3.4);
        assertThat(offset.isRight()).isFalse();
        answerAhead(Duration.ofMillis(1_400));
        assertThat(offset.isRight()).isTrue();
    }

    @Test
    void theStoresTimeIsKnownWhateverTheClockSays() {
        for (Duration ahead : List.of(Duration.ofMinutes(-40), Duration.ofMinutes(40), Duration.ZERO)) {
            answerAhead(ahead);
            assertThat(offset.storeTime()).isCloseTo(now.minus(ahead), within(600, ChronoUnit.MILLIS));
        }
    }

    /** What it tells lies between its sending and its arrival. */
    @Test
    void aSlowAnswerTellsNothing() {
        now = NOON.plusSeconds(5);
        answer(GetItemRequest.builder().build(), Duration.ofSeconds(1), DATE.format(NOON));
        assertThat(seconds()).isZero();
    }

    @Test
    void onlyTheStoreTells() {
        now = NOON.plusSeconds(5);
        answer(SendMessageRequest.builder().build(), Duration.ZERO, DATE.format(NOON));
        assertThat(seconds()).isZero();
    }

    @Test
    void aDateThatIsNoneTellsNothing() {
        now = NOON.plusSeconds(5);
        answer(GetItemRequest.builder().build(), Duration.ZERO, "yesterday");
        assertThat(seconds()).isZero();
    }

    @Test
    void oneAnswerASecondIsRead() {
        answerAhead(Duration.ofSeconds(3));
        now = now.plusMillis(999);
        answer(GetItemRequest.builder().build(), Duration.ZERO, DATE.format(now));
        assertThat(offset.isRight()).isFalse();
        now = now.plusMillis(1);
        answer(GetItemRequest.builder().build(), Duration.ZERO, DATE.format(now));
        assertThat(offset.isRight()).isTrue();
    }

    /** After a clock is set back, the last measurement is in the future. */
    @Test
    void aClockThatIsSetBackIsMeasuredAgain() {
        answerAhead(Duration.ofMinutes(5));
        now = now.minus(Duration.ofMinutes(5));
        answer(GetItemRequest.builder().build(), Duration.ZERO, DATE.format(now));
        assertThat(offset.isRight()).isTrue();
    }
}
