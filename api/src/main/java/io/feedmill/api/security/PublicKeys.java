package io.feedmill.api.security;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.RemoteKeySourceException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyConverter;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import io.feedmill.common.InvalidSettingsException;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;

/**
 * The public keys that verify tokens. A token has them read again, so that a new one may come before the old one goes: once in ten seconds at most,
 * since anybody can send tokens of unknown keys. What cannot be read again stays. Thread-safe.
 */
final class PublicKeys implements JWSKeySelector<SecurityContext> {
    /** How often the keys are read at most. */
    static final Duration EVERY = Duration.ofSeconds(10);
    /** How often the issuer is asked for keys that are known. */
    private static final Duration KNOWN = Duration.ofMinutes(5);
    /** Else one answer could keep all tokens out for a day. */
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(PublicKeys.class);

    private final Supplier<List<JWK>> source;
    private final Duration fresh;
    private final InstantSource clock;
    private final Runnable unreadable;
    private volatile List<JWK> keys;
    private volatile @Nullable RuntimeException failure;
    private volatile Instant pausedUntil = Instant.MIN;
    private Instant begun;
    private FutureTask<@Nullable Void> reading = new FutureTask<>(() -> {}, null);

    private PublicKeys(
            Supplier<List<JWK>> source, Duration fresh, List<JWK> first, InstantSource clock, Runnable unreadable) {
        this.source = source;
        this.fresh = fresh;
        this.clock = clock;
        this.unreadable = unreadable;
        this.keys = first;
        this.begun = first.isEmpty() ? Instant.EPOCH : clock.instant();
        reading.run();
    }

    /** Returns the keys of these files, read now and each ten seconds; {@code unreadable} is told of failures. Throws as {@link KeyFiles#read}. */
    static PublicKeys of(List<String> files, InstantSource clock, Runnable unreadable) {
        return new PublicKeys(() -> KeyFiles.read(files), EVERY, KeyFiles.read(files), clock, unreadable);
    }

    /** Returns the keys of the issuer, who is asked with the first token, so that the API starts without it. */
    static PublicKeys of(IssuerKeys issuer, InstantSource clock, Runnable unreadable) {
        return new PublicKeys(issuer::read, KNOWN, List.of(), clock, unreadable);
    }

    /** Returns the keys that may have signed a token. One call reads them again; another waits for it only without a key. */
    @Override
    public List<Key> selectJWSKeys(JWSHeader header, @Nullable SecurityContext context) throws KeySourceException {
        boolean known = keys.stream().anyMatch(key -> verifies(key, header));
        FutureTask<@Nullable Void> current = reading(known && failure == null ? fresh : EVERY);
        current.run();
        if (!known) {
            await(current);
        }
        if (keys.isEmpty()) {
            throw new RemoteKeySourceException("The issuer's keys are not known", failure);
        }
        return KeyConverter.toJavaKeys(
                keys.stream().filter(key -> verifies(key, header)).toList());
    }

    /** The kind of a key decides the algorithm, so that a token cannot. */
    private static boolean verifies(JWK key, JWSHeader header) {
        JWSAlgorithm algorithm = key instanceof ECKey ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
        String id = key.getKeyID();
        return algorithm.equals(header.getAlgorithm())
                && (id == null || header.getKeyID() == null || id.equals(header.getKeyID()));
    }

    /** Returns the read in progress, a new one if the last began this long ago, or the last one. Who runs it first does it. */
    private synchronized FutureTask<@Nullable Void> reading(Duration every) {
        Instant now = clock.instant();
        if (reading.isDone() && !now.isBefore(begun.plus(every)) && !now.isBefore(pausedUntil)) {
            begun = now;
            reading = new FutureTask<>(this::read, null);
        }
        return reading;
    }

    private static void await(FutureTask<?> reading) {
        try {
            reading.get(IssuerKeys.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The keys are those that are known.
        }
    }

    private void read() {
        try {
            List<JWK> read = source.get();
            if (failure != null || !read.equals(keys)) {
                LOG.atInfo().addKeyValue("keys", read.size()).log("Public keys read");
            }
            keys = read;
            failure = null;
        } catch (RuntimeException e) {
            boolean told = failure != null
                    && failure instanceof InvalidSettingsException == e instanceof InvalidSettingsException;
            LOG.atLevel(told ? Level.DEBUG : Level.ERROR)
                    .addKeyValue("reason", e.getMessage())
                    .log(keys.isEmpty() ? "Cannot read public keys" : "Cannot read public keys, the old ones stay");
            unreadable.run();
            failure = e;
            pausedUntil = clock.instant().plus(pause(e));
        }
    }

    /** Returns the time that the issuer asks for, in seconds or until a date. */
    private Duration pause(RuntimeException failure) {
        if (!(failure instanceof RestClientResponseException answer) || answer.getResponseHeaders() == null) {
            return Duration.ZERO;
        }
        HttpHeaders headers = answer.getResponseHeaders();
        String after = Objects.requireNonNullElse(headers.getFirst(HttpHeaders.RETRY_AFTER), "");
        try {
            Duration asked = after.matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(after))
                    : Duration.between(
                            clock.instant(), Instant.ofEpochMilli(headers.getFirstDate(HttpHeaders.RETRY_AFTER)));
            return asked.compareTo(MAX_PAUSE) < 0 ? asked : MAX_PAUSE;
        } catch (IllegalArgumentException e) {
            return Duration.ZERO;
        }
    }
}
