package io.feedmill.common.permission;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostRows;
import java.util.List;

/** Permissions in the tables {@code posts} and {@code feeds}: both rows in one transaction, so that they never disagree. */
final class DynamoPermissionStore implements PermissionStore {
    private final Dynamo dynamo;

    DynamoPermissionStore(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    @Override
    public boolean permit(Post post, Audience audience) {
        TransactionResult result = dynamo.transact(List.of(
                PostRows.permit(dynamo.tables(), post.id(), audience),
                FeedRows.permit(post.id(), post.author(), audience).inTransaction(dynamo.tables())));
        return switch (result) {
            case TransactionResult.Committed committed -> true;
            case TransactionResult.ConditionFailed gone -> false;
        };
    }
}
