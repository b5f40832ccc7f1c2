package io.feedmill.api.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.RequestEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/**
 * Asks the issuer. Anybody can send tokens of unknown keys: so its keys are asked for once in ten seconds at most. After a failure, an answer of 4xx
 * included, the same URL is not asked again for a second, or for as long as the issuer's {@code Retry-After} says.
 */
final class IssuerClient extends RestTemplate {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration REUSED = Duration.ofSeconds(10);
    /** In seconds. */
    private static final int MIN_PAUSE = 1;
    /** Else one answer could keep all tokens out for a day. */
    private static final int MAX_PAUSE = 300;

    private static final int MAX_ANSWERS = 10;

    private final Cache<URI, ResponseEntity<?>> answers = Caffeine.newBuilder()
            .maximumSize(MAX_ANSWERS)
            .expireAfterWrite(REUSED)
            .build();

    /** By URL: Spring asks at up to three for the issuer's metadata, and 404 of one leads to the next. */
    private final Map<URI, Instant> pausedUntil = new ConcurrentHashMap<>();

    private final InstantSource clock;

    IssuerClient(InstantSource clock) {
        this.clock = clock;
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().connectTimeout(TIMEOUT).build());
        requests.setReadTimeout(TIMEOUT);
        setRequestFactory(requests);
        setInterceptors(List.of(this::send));
    }

    /** Asks for the keys. */
    @Override
    public <T> ResponseEntity<T> exchange(RequestEntity<?> request, Class<T> type) {
        ResponseEntity<?> answer = answers.get(request.getUrl(), url -> super.exchange(request, type));
        return new ResponseEntity<>(type.cast(answer.getBody()), answer.getHeaders(), answer.getStatusCode());
    }

    private ClientHttpResponse send(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        if (clock.instant().isBefore(pausedUntil.getOrDefault(request.getURI(), Instant.MIN))) {
            throw new IOException("The issuer has failed a moment ago");
        }
        try {
            ClientHttpResponse answer = execution.execute(request, body);
            if (answer.getStatusCode().isError()) {
                pause(request.getURI(), retryAfter(answer.getHeaders()));
            }
            return answer;
        } catch (IOException e) {
            pause(request.getURI(), Duration.ZERO);
            throw e;
        }
    }

    private void pause(URI url, Duration asked) {
        pausedUntil.put(url, clock.instant().plusSeconds(Math.clamp(asked.toSeconds(), MIN_PAUSE, MAX_PAUSE)));
    }

    /** Returns the time that the issuer asks for, in seconds or until a date; negative if it does not. */
    private Duration retryAfter(HttpHeaders headers) {
        String after = Objects.requireNonNullElse(headers.getFirst(HttpHeaders.RETRY_AFTER), "");
        if (after.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(after));
        }
        try {
            long date = headers.getFirstDate(HttpHeaders.RETRY_AFTER);
            return Duration.between(clock.instant(), Instant.ofEpochMilli(date));
        } catch (IllegalArgumentException e) {
            return Duration.ZERO;
        }
    }
}
