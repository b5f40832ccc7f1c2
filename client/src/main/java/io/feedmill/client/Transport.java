package io.feedmill.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.client.FeedmillClient.Limits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Sends calls: again, after the time that the API says, if it was too busy and a repetition does no harm. */
record Transport(HttpClient http, URI api, Supplier<String> token, Limits limits, Pauses pauses) {
    /** Decimals of {@code data} stay as they are. Readers see only the state of a job: its counts are then zero. */
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    /** The time between attempts. */
    interface Pauses {
        void sleep(Duration time) throws InterruptedException;

        default long nanos() {
            return System.nanoTime();
        }
    }

    static Transport of(URI api, Supplier<String> token, Limits limits, Pauses pauses) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        return new Transport(http, URI.create(api.toString().replaceAll("/+$", "")), token, limits, pauses);
    }

    HttpResponse<String> send(Call call) {
        return send(call, BodyHandlers.ofString());
    }

    /** Returns the answer, whose status is 2xx. A call that was refused with 429 had no effect. */
    <T> HttpResponse<T> send(Call call, BodyHandler<T> body) {
        long end = pauses.nanos() + limits.repetition().toNanos();
        for (int attempt = 1; ; attempt++) {
            HttpRequest request = call.request(api, limits.answer())
                    .setHeader("Authorization", "Bearer " + token.get())
                    .build();
            try {
                HttpResponse<T> answer = http.send(request, body);
                if (answer.statusCode() / 100 == 2) {
                    return answer;
                }
                Duration pause = pause(answer);
                boolean allowed = answer.statusCode() == 429 || (answer.statusCode() == 503 && call.isRepeatable());
                if (!allowed || attempt >= limits.attempts() || end - pauses.nanos() < pause.toNanos()) {
                    throw ProblemException.of(answer);
                }
                pauses.sleep(pause);
            } catch (IOException e) {
                throw new ProblemException(request, 0, ProblemException.NO_TYPE, " failed: " + e, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProblemException(request, 0, ProblemException.NO_TYPE, " was interrupted.", e);
            }
        }
    }

    private static Duration pause(HttpResponse<?> answer) {
        String seconds = answer.headers().firstValue("Retry-After").orElse("");
        return Duration.ofSeconds(seconds.matches("[0-9]{1,9}") ? Long.parseLong(seconds) : 1);
    }
}
