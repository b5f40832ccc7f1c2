package io.feedmill.api.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals and opens by AES-256-GCM, with a key and nonce for each salt (HKDF, SHA-256): nonces alone are too short to be random. Thread-safe. */
final class CursorKey {
    static final int SALT_BYTES = 16;
    private static final byte[] PURPOSE = "feedmill cursor".getBytes(UTF_8);
    private static final String KDF_NAME = "HKDF-SHA256";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey extracted;

    /** @param secret one of {@code feedmill.cursor.keys} */
    CursorKey(String secret) {
        try {
            this.extracted = KDF.getInstance(KDF_NAME)
                    .deriveKey(
                            "Generic",
                            HKDFParameterSpec.ofExtract()
                                    .addSalt(PURPOSE)
                                    .addIKM(secret.getBytes(UTF_8))
                                    .extractOnly());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java has no " + KDF_NAME, e);
        }
    }

    /** Returns the ciphertext and the tag. */
    byte[] seal(byte[] salt, byte[] authenticated, byte[] plain) {
        try {
            return cipher(Cipher.ENCRYPT_MODE, salt, authenticated).doFinal(plain);
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    /** Returns what was sealed with this key, salt and authenticated bytes; empty if these bytes were not. */
    Optional<byte[]> open(byte[] salt, byte[] authenticated, byte[] sealed) {
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, salt, authenticated).doFinal(sealed));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    private Cipher cipher(int mode, byte[] salt, byte[] authenticated) throws GeneralSecurityException {
        byte[] derived = KDF.getInstance(KDF_NAME)
                .deriveData(HKDFParameterSpec.expandOnly(extracted, salt, KEY_BYTES + NONCE_BYTES));
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(
                mode,
                new SecretKeySpec(derived, 0, KEY_BYTES, "AES"),
                new GCMParameterSpec(TAG_BITS, derived, KEY_BYTES, NONCE_BYTES));
        cipher.updateAAD(authenticated);
        return cipher;
    }

    private static IllegalStateException unavailable(GeneralSecurityException e) {
        return new IllegalStateException("Java has no " + CIPHER, e);
    }
}
