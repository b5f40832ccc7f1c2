package io.feedmill.client;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call of an operation, made from the arguments of its method. For one thread. */
final class Call {
    private final Operation operation;
    private final String method;
    private final Map<String, Object> query = new LinkedHashMap<>();
    private final HttpRequest.Builder request = HttpRequest.newBuilder();
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private String path;
    private @Nullable Object body;

    Call(Method declared, @Nullable Object[] arguments) {
        operation = declared.getAnnotation(Operation.class);
        method = operation.value().substring(0, operation.value().indexOf(' '));
        path = operation.value().substring(method.length() + 1);
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

    /** As RFC 6570 expands a variable. */
    private static String encoded(Object argument) {
        return URLEncoder.encode(argument.toString(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    /** Adds a parameter to the query, unless it is null. */
    Call with(String name, @Nullable Object value) {
        if (value != null) {
            query.put(name, value);
        }
        return this;
    }

    /** Returns whether it may be sent again after it perhaps had its effect. */
    boolean isRepeatable() {
        return operation.repeatable() || !method.equals("POST");
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
        String json = Transport.JSON.writeValueAsString(body == null ? fields : body);
        return request.setHeader("Content-Type", "application/json").method(method, BodyPublishers.ofString(json));
    }
}
