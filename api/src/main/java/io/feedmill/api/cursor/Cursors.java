package io.feedmill.api.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Issues and checks cursors: base64url of {@code <version, 1 byte><HMAC-SHA256, 32 bytes><position>}, where the HMAC
 * covers version, scope and position. The position is readable but cannot be forged. Thread-safe.
 */
@Component
public final class Cursors {
    private static final byte VERSION = 1;
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 32;
    private static final int HEAD = 1 + MAC_BYTES;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final List<SecretKeySpec> keys;

    public Cursors(CursorSettings settings) {
        this.keys = settings.keys().stream()
                .map(key -> new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM))
                .toList();
    }

    /**
     * Returns a cursor of this scope; null if the position is null.
     *
     * @param position the position after which the list continues; null at its end
     */
    public @Nullable String issue(CursorScope scope, @Nullable String position) {
        return position == null ? null : sign(scope, position.getBytes(UTF_8));
    }

    /**
     * Returns the position of a cursor of this scope; null if the cursor is null.
     *
     * @throws ProblemException 400 if the cursor is of another scope, key or format, or forged
     */
    public @Nullable String position(CursorScope scope, @Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        byte[] bytes = decode(cursor);
        if (bytes.length <= HEAD || bytes[0] != VERSION) {
            throw invalid();
        }
        byte[] mac = Arrays.copyOfRange(bytes, 1, HEAD);
        byte[] position = Arrays.copyOfRange(bytes, HEAD, bytes.length);
        if (keys.stream().noneMatch(key -> MessageDigest.isEqual(mac, mac(key, scope, position)))) {
            throw invalid();
        }
        return new String(position, UTF_8);
    }

    private String sign(CursorScope scope, byte[] position) {
        byte[] bytes = new byte[HEAD + position.length];
        bytes[0] = VERSION;
        System.arraycopy(mac(keys.getFirst(), scope, position), 0, bytes, 1, MAC_BYTES);
        System.arraycopy(position, 0, bytes, HEAD, position.length);
        return ENCODER.encodeToString(bytes);
    }

    private static byte[] mac(SecretKeySpec key, CursorScope scope, byte[] position) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(VERSION);
            mac.update(scope.value().getBytes(UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(position);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Refuses other encodings of the same bytes: each position has one cursor. */
    private static byte[] decode(String cursor) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(cursor);
            if (ENCODER.encodeToString(bytes).equals(cursor)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
        throw invalid();
    }

    private static ProblemException invalid() {
        return new ProblemException(
                ProblemType.INVALID_CURSOR, "The cursor was not issued for this list; start again without a cursor.");
    }
}
