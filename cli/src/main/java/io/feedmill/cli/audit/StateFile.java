package io.feedmill.cli.audit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.feedmill.common.key.UserId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where an audit's state is kept between two runs.
 *
 * @param audit which audit the state has to be of
 */
public record StateFile(Path path, String audit) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .addMixIn(UserId.class, UserIdText.class)
            .build();

    /** User ids are strings in the file. */
    private abstract static class UserIdText {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        UserIdText(@SuppressWarnings("unused") String value) {}

        @JsonValue
        abstract String value();
    }

    /** What the last run left; empty where there was none. Throws an {@link AuditFailure} if it is of another audit, or is none. */
    public Optional<AuditState> read() {
        try {
            AuditState state = JSON.readValue(Files.readString(path), AuditState.class);
            if (!audit.equals(state.audit())) {
                throw new AuditFailure("%s is the state of another audit (%s): remove it, or name another with --state."
                        .formatted(path, state.audit()));
            }
            return Optional.of(state);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new AuditFailure(
                    "%s is not the state of an audit: remove it, or name another with --state.".formatted(path));
        } catch (IOException e) {
            throw new AuditFailure("%s cannot be read: %s".formatted(path, e));
        }
    }

    /** Whoever reads it sees all of this or all of what was there before. */
    public void write(AuditState state) {
        try {
            Path folder = path.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Path next = Files.createTempFile(folder, path.getFileName().toString(), ".next");
            Files.writeString(next, JSON.writeValueAsString(state));
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new AuditFailure("%s cannot be written: %s".formatted(path, e));
        }
    }

    public void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
