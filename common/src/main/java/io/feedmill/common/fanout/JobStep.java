package io.feedmill.common.fanout;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What a feature writes in the transaction that closes the job of a new post. A step adds no condition. Thread-safe. */
public interface JobStep {

    List<TransactWriteItem> closed(Job completed);
}
