package io.feedmill.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.FeedmillClient.Operation;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
                boolean allowed = answer.statusCode() == 429 || (answer.statusCode() == 503 && call.repeatable);
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

    /** A call of an operation, made from the arguments of its method. For one thread. */
    static final class Call {
        private final Operation operation;
        private final String method;
        private final boolean repeatable;
        private final Map<String, Object> query = new LinkedHashMap<>();
        private final HttpRequest.Builder request = HttpRequest.newBuilder();
        private final Map<String, Object> fields = new LinkedHashMap<>();
        private String path;
        private @Nullable Object body;

        Call(Method declared, @Nullable Object[] arguments) {
            operation = declared.getAnnotation(Operation.class);
            method = operation.value().substring(0, operation.value().indexOf(' '));
            path = operation.value().substring(method.length() + 1);
            repeatable = operation.repeatable() || !method.equals("POST");
            if (operation.repeatable()) {
                request.setHeader("Idempotency-Key", UUID.randomUUID().toString());
            }
            Parameter[] parameters = declared.getParameters();
            for (int i = 0; i < parameters.length; i++) {
                Object argument = arguments[i];
                if (argument != null) {
                    add(parameters[i].getName(), argument);
                }
            }
        }

        private void add(String name, Object argument) {
            String variable = "{" + name + "}";
            if (path.contains(variable)) {
                path = path.replace(variable, encoded(argument));
                return;
            }
            switch (name) {
                case "idempotencyKey" -> request.setHeader("Idempotency-Key", argument.toString());
                case "ifMatch" -> request.setHeader("If-Match", "\"" + argument + "\"");
                case "body" -> body = argument;
                default -> (method.equals("GET") || method.equals("DELETE") ? query : fields).put(name, argument);
            }
        }

        private static String encoded(Object argument) {
            String text = argument instanceof List<?> list
                    ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                    : argument.toString();
            return URLEncoder.encode(text, StandardCharsets.UTF_8)
                    .replace("+", "%20")
                    .replace("*", "%2A")
                    .replace("%7E", "~");
        }

        Call with(String name, @Nullable Object value) {
            if (value != null) {
                query.put(name, value);
            }
            return this;
        }

        HttpRequest.Builder request(URI api, Duration timeout) {
            String target = query.entrySet().stream()
                    .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                    .collect(Collectors.joining("&", path + "?", ""));
            request.uri(URI.create(api + (query.isEmpty() ? path : target)))
                    .timeout(operation.seconds() == 0 ? timeout : Duration.ofSeconds(operation.seconds()))
                    .setHeader("Accept", "application/json, application/x-ndjson, text/event-stream")
                    .expectContinue(body instanceof BodyPublisher);
            if (body instanceof BodyPublisher text) {
                return request.setHeader("Content-Type", "text/plain").method(method, text);
            }
            if (body == null && fields.isEmpty()) {
                return request.method(method, BodyPublishers.noBody());
            }
            String json = JSON.writeValueAsString(body == null ? fields : body);
            return request.setHeader("Content-Type", "application/json").method(method, BodyPublishers.ofString(json));
        }
    }
}
