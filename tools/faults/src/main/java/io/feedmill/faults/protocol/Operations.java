package io.feedmill.faults.protocol;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The operations that rules may name. */
public final class Operations {
    public static final Set<String> TRANSACTIONS = Set.of("TransactWriteItems", "TransactGetItems");
    public static final Set<String> SINGLE_WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");
    public static final Set<String> BATCHES = Set.of("BatchWriteItem", "BatchGetItem");
    public static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems");
    public static final Set<String> WRITES = union(SINGLE_WRITES, Set.of("BatchWriteItem", "TransactWriteItems"));

    public static final Set<String> SENDS = Set.of("SendMessage", "SendMessageBatch");
    public static final Set<String> RECEIVES = Set.of("ReceiveMessage");
    public static final Set<String> DELETES = Set.of("DeleteMessage", "DeleteMessageBatch");
    public static final Set<String> VISIBILITY = Set.of("ChangeMessageVisibility", "ChangeMessageVisibilityBatch");
    public static final Set<String> MESSAGES = union(SENDS, RECEIVES, DELETES, VISIBILITY);

    private static final Set<String> TABLES =
            Set.of("CreateTable", "DeleteTable", "DescribeTable", "ListTables", "UpdateTable", "UpdateTimeToLive");
    private static final Set<String> QUEUES = Set.of(
            "CreateQueue",
            "DeleteQueue",
            "GetQueueAttributes",
            "GetQueueUrl",
            "ListQueues",
            "PurgeQueue",
            "SetQueueAttributes",
            "StartMessageMoveTask");

    /** All operations, in alphabetical order. */
    public static final Set<String> ALL = union(READS, WRITES, TABLES, MESSAGES, QUEUES);

    private Operations() {}

    /** The sets as one, in alphabetical order. */
    @SafeVarargs
    public static Set<String> union(Set<String>... sets) {
        Set<String> all = new TreeSet<>();
        for (Set<String> set : sets) {
            all.addAll(set);
        }
        return Collections.unmodifiableSet(all);
    }
}
