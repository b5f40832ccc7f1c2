package io.feedmill.cli.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.scan.ListingCodec;
import io.feedmill.common.scan.PartitionListing;
import java.util.Base64;

/** How far a listing has come, as one word to copy. */
public final class ListingCursor {
    private ListingCursor() {}

    public static String encode(PartitionListing listing) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ListingCodec.encode(listing).getBytes(UTF_8));
    }

    /** Throws a {@link ListingFailure} if it is of another table, or is none. */
    public static PartitionListing decode(String cursor, String table) {
        try {
            PartitionListing listing =
                    ListingCodec.decode(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
            if (listing.table().equals(table)) {
                return listing;
            }
            throw new ListingFailure("The cursor is of another table (%s).".formatted(listing.table()));
        } catch (IllegalArgumentException e) {
            throw new ListingFailure("This is no cursor that the command has printed.");
        }
    }
}
