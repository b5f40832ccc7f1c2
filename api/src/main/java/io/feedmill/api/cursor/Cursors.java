package io.feedmill.api.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.InvalidSettingsException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Issues and reads cursors: base64url of {@code <version, 1 byte><salt, 16 bytes><sealed position>}, see {@link CursorKey}.
 * A position may be that of a row which the reader must not know, so the cursor shows neither it nor, within 32 bytes,
 * its length. Version and scope are authenticated with it. Thread-safe.
 */
@Component
public final class Cursors {
    private static final byte VERSION = 2;
    private static final int HEAD = 1 + CursorKey.SALT_BYTES;
    private static final int BLOCK = 32;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final List<CursorKey> keys;
    private final RandomGenerator random;

    public Cursors(CursorSettings settings, RandomGenerator random) {
        this.random = random;
        this.keys = settings.keys().stream().map(CursorKey::new).toList();
    }

    /** Returns a cursor after this position, which has no U+0000; null if the position is null, at the end of the list. */
    public @Nullable String issue(CursorScope scope, @Nullable String position) {
        if (position == null) {
            return null;
        }
        byte[] salt = new byte[CursorKey.SALT_BYTES];
        random.nextBytes(salt);
        byte[] sealed = keys.getFirst().seal(salt, authenticated(scope), pad(position));
        return ENCODER.encodeToString(ByteBuffer.allocate(HEAD + sealed.length)
                .put(VERSION)
                .put(salt)
                .put(sealed)
                .array());
    }

    /** Returns a cursor's position as the store's key, null without a cursor; throws the same 400 for any that this scope did not issue. */
    public <K> @Nullable K position(CursorScope scope, @Nullable String cursor, Function<String, K> parser) {
        return cursor == null
                ? null
                : ClientIds.parse(parser, open(scope, decode(cursor))).orElseThrow(Cursors::invalid);
    }

    private String open(CursorScope scope, byte[] cursor) {
        if (cursor.length <= HEAD || cursor[0] != VERSION) {
            throw invalid();
        }
        byte[] salt = Arrays.copyOfRange(cursor, 1, HEAD);
        byte[] sealed = Arrays.copyOfRange(cursor, HEAD, cursor.length);
        return keys.stream()
                .map(key -> key.open(salt, authenticated(scope), sealed))
                .flatMap(Optional::stream)
                .findFirst()
                .map(padded -> new String(padded, UTF_8).replace("\0", ""))
                .orElseThrow(Cursors::invalid);
    }

    private static byte[] authenticated(CursorScope scope) {
        byte[] text = scope.value().getBytes(UTF_8);
        return ByteBuffer.allocate(1 + text.length).put(VERSION).put(text).array();
    }

    /** Fills the last block with U+0000, which no position has. */
    private static byte[] pad(String position) {
        byte[] text = position.getBytes(UTF_8);
        return Arrays.copyOf(text, Math.ceilDiv(text.length, BLOCK) * BLOCK);
    }

    /** Refuses other encodings of the same bytes. */
    private static byte[] decode(String cursor) {
        return ClientIds.parse(Base64.getUrlDecoder()::decode, cursor)
                .filter(bytes -> ENCODER.encodeToString(bytes).equals(cursor))
                .orElseThrow(Cursors::invalid);
    }

    private static ProblemException invalid() {
        return new ProblemException(
                ProblemType.INVALID_CURSOR, "The cursor was not issued for this list; start again without a cursor.");
    }

    /**
     * Settings {@code feedmill.cursor}.
     *
     * @param keys secrets of at least 32 characters that encrypt cursors, the same on all APIs; required except in the profile {@code local}. The first one
     *     encrypts, all are accepted; SECURITY.md says how to rotate them
     */
    @ConfigurationProperties("feedmill.cursor")
    public record CursorSettings(List<String> keys) {
        private static final int MIN_LENGTH = 32;

        public CursorSettings(@Nullable List<String> keys) {
            if (keys == null || keys.isEmpty()) {
                throw invalid("feedmill.cursor.keys is not set: set a secret of at least 32 characters"
                        + " to encrypt cursors, the same on all API processes.");
            }
            if (keys.stream().anyMatch(key -> key.length() < MIN_LENGTH)) {
                throw invalid("feedmill.cursor.keys has a secret of less than 32 characters.");
            }
            this.keys = List.copyOf(keys);
        }

        /** Hides the secrets. */
        @Override
        public String toString() {
            return "CursorSettings[" + keys.size() + " keys]";
        }

        private static InvalidSettingsException invalid(String message) {
            return new InvalidSettingsException(
                    message,
                    "Set FEEDMILL_CURSOR_KEYS (newest first, separated by commas), for example to the output of"
                            + " 'openssl rand -base64 32'; for development use the profile 'local'.");
        }
    }
}
