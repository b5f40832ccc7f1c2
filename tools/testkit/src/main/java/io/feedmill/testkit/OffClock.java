package io.feedmill.testkit;

import io.feedmill.common.dynamo.ClockOffset;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Answers of a store whose clock differs from that of the process. */
public final class OffClock {
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private OffClock() {}

    /** Has the store answer at once, that the process, whose time is now, is ahead by this. */
    public static void answer(ClockOffset offset, Instant now, Duration ahead) {
        ExecutionAttributes attributes = new ExecutionAttributes();
        InterceptorContext context = InterceptorContext.builder()
                .request(GetItemRequest.builder().build())
                .build();
        offset.beforeTransmission(context, attributes);
        SdkHttpResponse response = SdkHttpResponse.builder()
                .statusCode(200)
                .putHeader("Date", DATE.format(now.minus(ahead)))
                .build();
        offset.afterTransmission(context.toBuilder().httpResponse(response).build(), attributes);
    }
}
