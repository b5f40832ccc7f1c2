package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Open work as rows of the table {@code outbox}: shard, then the tick of acceptance and the id of a job, or the two users of a follow that changed. A
 * row without {@code kind} is that of a job; one without {@code v} has version 1. Rows of absent jobs are in the partition {@code orphans}, the leases
 * of sweeping workers in {@code sweepers}.
 */
public final class OutboxRows {
    static final String RESENDS = "resends";
    static final String DUE = "due";
    static final String UNTIL = "until";
    static final String SWEEPERS = "sweepers";

    /** Sorts before every row of a shard. */
    static final String FIRST = " ";

    private static final String ORPHANS = "orphans";
    private static final String AUTHOR = "author";
    private static final String SHARD = "shard";
    private static final String ORPHANED = "orphaned";
    private static final String KIND = "kind";
    private static final String FOLLOWER = "follower";
    private static final String FORM = "v";

    /** The first version with rows of follows: older workers pass them over. */
    private static final int VERSION = 2;

    private static final int TICK = 19;

    private OutboxRows() {}

    /** The row of a new job. */
    public static Map<String, AttributeValue> row(int shard, JobId job, UserId author) {
        return Attributes.key(Integer.toString(shard), sk(job))
                .string(AUTHOR, author.value())
                .number(RESENDS, 0)
                .map();
    }

    public static Map<String, AttributeValue> key(int shard, JobId job) {
        return Attributes.key(Integer.toString(shard), sk(job)).map();
    }

    /** The row of a new change of a follow. */
    public static Map<String, AttributeValue> row(PairChange pair) {
        return Attributes.key(Integer.toString(pair.shard()), sk(pair))
                .string(KIND, pair.kind().value())
                .string(FOLLOWER, pair.follower().value())
                .string(AUTHOR, pair.author().value())
                .number(RESENDS, 0)
                .number(FORM, VERSION)
                .map();
    }

    /** The condition that a row is that of this {@link #kind}. */
    public static final String IS_KIND = "kind = :kind";

    public static Attributes kind(PairChange pair) {
        return Attributes.of().string(":kind", pair.kind().value());
    }

    public static Map<String, AttributeValue> key(PairChange pair) {
        return Attributes.key(Integer.toString(pair.shard()), sk(pair)).map();
    }

    /** Sets the time of the next resend, if the row exists. */
    public static Update postpone(PairChange pair, Instant nextDue) {
        return new Update(
                Table.OUTBOX,
                key(pair),
                "SET due = :due",
                "attribute_exists(pk)",
                Map.of(),
                Attributes.of().number(":due", nextDue.toEpochMilli()).map());
    }

    /** The row of an absent job, in the partition of these. */
    static Map<String, AttributeValue> orphan(OutboxRow row, Instant now) {
        Attributes orphan = Attributes.key(ORPHANS, sk(row.job()))
                .number(SHARD, row.shard())
                .string(AUTHOR, row.author().value())
                .number(RESENDS, row.resends())
                .number(ORPHANED, now.toEpochMilli());
        Optional.ofNullable(row.due()).ifPresent(due -> orphan.number(DUE, due.toEpochMilli()));
        return orphan.map();
    }

    static String sk(JobId job) {
        return Digits.encode(job.tick(), TICK) + "." + job.value();
    }

    /** No id of a user has the separator. */
    private static String sk(PairChange pair) {
        return Digits.encode(pair.tick(), TICK) + "." + pair.follower() + "#" + pair.author();
    }

    /** Sorts after the rows of all work that were accepted before this time, and before all others. */
    static String before(Instant time) {
        return Digits.encode(Ticks.ofInstant(time), TICK);
    }

    static OutboxPage page(RowPage page) {
        List<OutboxRow> rows = new ArrayList<>();
        List<PairRow> pairs = new ArrayList<>();
        List<String> malformed = new ArrayList<>();
        List<String> newer = new ArrayList<>();
        for (Row row : page.rows()) {
            try {
                if (row.number(FORM, 1) > VERSION) {
                    newer.add(row.sk());
                } else if (row.has(KIND)) {
                    pairs.add(pairRow(row));
                } else {
                    rows.add(outboxRow(row));
                }
            } catch (RuntimeException e) { // whatever is wrong with it, the others are read
                malformed.add(row.sk());
            }
        }
        return new OutboxPage(rows, pairs, malformed, newer, page.next());
    }

    private static OutboxRow outboxRow(Row row) {
        OutboxRow read = new OutboxRow(
                Integer.parseInt(row.pk()),
                JobId.parse(row.sk().substring(TICK + 1)),
                new UserId(row.string(AUTHOR)),
                Math.toIntExact(row.number(RESENDS)),
                row.optionalNumber(DUE).map(Instant::ofEpochMilli).orElse(null));
        if (!row.sk().equals(sk(read.job()))) {
            throw new IllegalArgumentException("The tick is not the job's");
        }
        return read;
    }

    private static PairRow pairRow(Row row) {
        PairChange pair = new PairChange(
                Integer.parseInt(row.pk()),
                Digits.decode(row.sk().substring(0, TICK), TICK),
                new UserId(row.string(FOLLOWER)),
                new UserId(row.string(AUTHOR)),
                PairChange.Kind.of(row.string(KIND)).orElseThrow());
        if (!row.sk().equals(sk(pair))) {
            throw new IllegalArgumentException("The key is not that of the pair");
        }
        return new PairRow(
                pair,
                Math.toIntExact(row.number(RESENDS)),
                row.optionalNumber(DUE).map(Instant::ofEpochMilli).orElse(null));
    }
}
