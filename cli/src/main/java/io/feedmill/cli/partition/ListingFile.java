package io.feedmill.cli.partition;

import io.feedmill.common.scan.ListingCodec;
import io.feedmill.common.scan.PartitionListing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a listing is kept to go on with.
 *
 * @param path null: it is not kept
 */
public record ListingFile(@Nullable Path path) {

    /** What the last run left; empty where there was none. Throws a {@link ListingFailure} if it is of another table, or is none. */
    public Optional<PartitionListing> read(String table) {
        if (path == null) {
            return Optional.empty();
        }
        try {
            PartitionListing listing = ListingCodec.decode(Files.readString(path));
            if (listing.table().equals(table)) {
                return Optional.of(listing);
            }
            throw new ListingFailure(
                    "%s is of another table (%s): remove it, or name another file.".formatted(path, listing.table()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new ListingFailure("%s holds no listing: remove it, or name another file.".formatted(path));
        } catch (IOException e) {
            throw new ListingFailure("%s cannot be read: %s".formatted(path, e));
        }
    }

    /** Keeps the listing until its end, then nothing. Whoever reads it sees all of this or all of what was there before. */
    public void keep(PartitionListing listing) {
        if (path == null) {
            return;
        }
        try {
            if (listing.finished()) {
                Files.deleteIfExists(path);
            } else {
                write(path, ListingCodec.encode(listing));
            }
        } catch (IOException e) {
            throw new ListingFailure("%s cannot be written: %s".formatted(path, e));
        }
    }

    private static void write(Path path, String json) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path next = Files.createTempFile(folder, path.getFileName().toString(), ".next");
        Files.writeString(next, json);
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
