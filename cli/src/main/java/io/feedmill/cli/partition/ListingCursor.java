package io.feedmill.cli.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.cli.command.CommandException;
import io.feedmill.common.partition.ListingCodec;
import io.feedmill.common.partition.PartitionListing;
import java.util.Base64;

/** The position of a listing as one word that a user can copy. */
final class ListingCursor {
    private ListingCursor() {}

    static String encode(PartitionListing listing) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ListingCodec.encode(listing).getBytes(UTF_8));
    }

    /** Throws a {@link CommandException} if the cursor is invalid or belongs to another table. */
    static PartitionListing decode(String cursor, String table) {
        try {
            PartitionListing listing =
                    ListingCodec.decode(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
            if (listing.table().equals(table)) {
                return listing;
            }
            throw new CommandException("The cursor belongs to another table (%s).".formatted(listing.table()));
        } catch (IllegalArgumentException e) {
            throw new CommandException("Invalid cursor: copy it from the output of an earlier run.", e);
        }
    }
}
