package io.feedmill.cli.audit;

import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.follow.Active;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Readers who were away: pages ignore rows of the posts that slices may have passed over them with, so neither a row nor its lack is a finding. What is read
 * after such a slice tells it for as long as home feeds keep the post: until the reader returns by the time of the last page, then by the gap.
 */
record AwayReaders(Dormancy dormancy, Map<UserId, Active> active, Instant readAt) {

    static AwayReaders read(AuditStores stores, Stream<UserId> users, Instant now) {
        Dormancy dormancy = stores.dormancy().get();
        Map<UserId, Active> active = dormancy.equals(Dormancy.NONE)
                ? Map.of()
                : stores.readers().active(users.distinct().toList());
        return new AwayReaders(dormancy, active, now);
    }

    boolean ignore(UserId reader, PostId post) {
        return dormancy.mayHavePassedOver(active.get(reader), post.tick(), readAt);
    }
}
