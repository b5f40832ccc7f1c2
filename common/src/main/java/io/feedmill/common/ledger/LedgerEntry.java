package io.feedmill.common.ledger;

import io.feedmill.common.key.PostId;
import java.time.Instant;

/** Something that happened to a post; {@code at} has the precision of a second. */
public sealed interface LedgerEntry {
    PostId post();

    String author();

    Instant at();

    /** The post was accepted. */
    record Published(PostId post, String author, Instant at) implements LedgerEntry {}

    /** The post's fan-out is complete. */
    record Delivered(PostId post, String author, Instant at, long delivered, long skipped) implements LedgerEntry {}
}
