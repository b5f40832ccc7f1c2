package io.feedmill.common.partition;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Listings as JSON, to continue them later. */
public final class ListingCodec {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private ListingCodec() {}

    public static String encode(PartitionListing listing) {
        return JSON.writeValueAsString(listing);
    }

    /** The inverse of {@link #encode}. Throws an {@link IllegalArgumentException} for anything else. */
    public static PartitionListing decode(String json) {
        try {
            return require(JSON.readValue(json, PartitionListing.class));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("Invalid listing of partitions", e);
        }
    }

    /** Returns null for JSON {@code null}. */
    private static PartitionListing require(@Nullable PartitionListing listing) {
        if (listing == null) {
            throw new IllegalArgumentException("Invalid listing of partitions");
        }
        return listing;
    }
}
