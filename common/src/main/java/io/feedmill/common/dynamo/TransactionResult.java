package io.feedmill.common.dynamo;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

public sealed interface TransactionResult {

    /** Everything is written. */
    record Committed() implements TransactionResult {}

    /** The condition of this write (from 0) did not hold: nothing is written. {@code current} is null if absent or not requested. */
    record ConditionFailed(int write, @Nullable Row current) implements TransactionResult {}

    /** Returns the first failed condition. Throws the exception if none failed. */
    static ConditionFailed ofCancelled(TransactionCanceledException e) {
        List<CancellationReason> reasons = e.cancellationReasons();
        for (int write = 0; write < reasons.size(); write++) {
            CancellationReason reason = reasons.get(write);
            if ("ConditionalCheckFailed".equals(reason.code())) {
                Row current = reason.hasItem() && !reason.item().isEmpty() ? new Row(reason.item()) : null;
                return new ConditionFailed(write, current);
            }
        }
        throw e;
    }
}
