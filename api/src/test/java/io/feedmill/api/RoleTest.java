package io.feedmill.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;

/** The role of a service account, as EKS gives it: the SDK finds what takes it by name, in a module that no code needs. */
class RoleTest {
    @TempDir
    private Path folder = Path.of("");

    /** It comes as far as the file: client and HTTP client for STS are there. */
    @Test
    void readsTheTokenOfTheServiceAccount() {
        try (WebIdentityTokenFileCredentialsProvider role = WebIdentityTokenFileCredentialsProvider.builder()
                .roleArn("arn:aws:iam::123456789012:role/feedmill")
                .webIdentityTokenFile(folder.resolve("token"))
                .build()) {
            assertThatThrownBy(role::resolveCredentials).hasRootCauseInstanceOf(NoSuchFileException.class);
        }
    }
}
