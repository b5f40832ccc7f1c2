package io.feedmill.api.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpRequest;
import org.springframework.http.RequestEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/**
 * Asks the issuer. Anybody can send tokens of unknown keys: so its keys are asked for once in ten seconds at most, and for a second after a failure calls
 * fail at once.
 */
final class IssuerClient extends RestTemplate {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration REUSED = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MAX_ANSWERS = 10;

    private final Cache<URI, ResponseEntity<?>> answers = Caffeine.newBuilder()
            .maximumSize(MAX_ANSWERS)
            .expireAfterWrite(REUSED)
            .build();

    private volatile long pausedUntil = System.nanoTime();

    IssuerClient() {
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
        if (System.nanoTime() - pausedUntil < 0) {
            throw new IOException("The issuer has failed a moment ago");
        }
        try {
            ClientHttpResponse answer = execution.execute(request, body);
            if (answer.getStatusCode().is5xxServerError()) {
                pause();
            }
            return answer;
        } catch (IOException e) {
            pause();
            throw e;
        }
    }

    private void pause() {
        pausedUntil = System.nanoTime() + PAUSE.toNanos();
    }
}
