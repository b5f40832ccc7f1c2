package io.feedmill.testkit;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowRows;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OutboxRows;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The rows of all tables, read and changed past the stores, as only time, a crash or another version changes them. */
public abstract class StoredRows {
    private final DynamoDbClient client;
    private final TableSchema schema;

    protected StoredRows(DynamoDbClient client, TableSchema schema) {
        this.client = client;
        this.schema = schema;
    }

    /** The table's name in the database. */
    public final String table(Table table) {
        return schema.name(table);
    }

    /** Returns a copy of the row, empty if absent. */
    public final Attributes find(Table table, Attributes key) {
        return Attributes.of(
                client.getItem(g -> g.tableName(table(table)).key(key).consistentRead(true))
                        .item());
    }

    public final void put(Table table, Attributes row) {
        client.putItem(p -> p.tableName(table(table)).item(row));
    }

    /** Sets some attributes of a row. */
    public final void set(Table table, Attributes key, Attributes values) {
        Attributes row = find(table, key);
        row.putAll(key);
        row.putAll(values);
        put(table, row);
    }

    protected final void delete(Table table, Attributes key) {
        client.deleteItem(d -> d.tableName(table(table)).key(key));
    }

    /** Sets the expiry of a feed's row, a whole second. */
    public final void expire(FeedName feed, PostId post, Instant from) {
        set(FeedRows.table(feed), FeedRows.key(feed, post), Attributes.of().expires(from));
    }

    /** Removes the row {@code followers:<author>} of a relation, as a crashed import leaves it. */
    public final void removeFollowersRow(Follow follow) {
        delete(
                FollowRows.TABLE,
                Attributes.key("followers:" + follow.author(), follow.follower().value()));
    }

    /** Removes the row {@code following:<follower>} of a relation, as a crashed import leaves it. */
    public final void removeFollowingRow(Follow follow) {
        delete(
                FollowRows.TABLE,
                Attributes.key("following:" + follow.follower(), follow.author().value()));
    }

    /** Removes a job's row. Its outbox row stays. */
    public final void removeJob(JobId job) {
        delete(JobRows.TABLE, Attributes.key(job.value(), "job"));
    }

    /** Removes the outbox row of a change: its work is lost. */
    public final void removeOutboxRow(FollowChange change) {
        delete(OutboxRows.TABLE, OutboxRows.key(change.work()));
    }
}
