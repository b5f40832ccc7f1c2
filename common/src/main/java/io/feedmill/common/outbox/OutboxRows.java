package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Open work as rows of the table {@code outbox}: shard, then tick and id. Rows whose work is absent are in the partition {@code orphans}, the leases of
 * sweeping workers in {@code sweepers}, and what workers say of themselves in {@code workers}.
 */
public final class OutboxRows {
    public static final Table TABLE = Table.of("outbox");

    static final String RESENDS = "resends";
    static final String DUE = "due";
    static final String UNTIL = "until";
    static final String SWEEPERS = "sweepers";

    /** Sorts before every row of a shard. */
    static final String FIRST = " ";

    private static final String AUTHOR = "author";
    private static final String KIND = "kind";
    private static final String FORM = "v";

    /** The version of the form: workers pass over rows of a newer one. */
    private static final int VERSION = 3;

    private OutboxRows() {}

    public static Attributes row(OpenWork work) {
        return row(Integer.toString(work.shard()), new OutboxRow(work, 0, null));
    }

    private static Attributes row(String partition, OutboxRow row) {
        OpenWork work = row.work();
        return Attributes.key(partition, work.sortKey())
                .string(KIND, work.kind())
                .string(AUTHOR, work.author().value())
                .number(RESENDS, row.resends())
                .number(FORM, VERSION);
    }

    public static Attributes key(OpenWork work) {
        return Attributes.key(Integer.toString(work.shard()), work.sortKey());
    }

    /** Sets the time of the next resend, if the row exists. */
    public static Update postpone(OpenWork work, Instant nextDue) {
        Attributes due = Attributes.of().number(DUE, nextDue.toEpochMilli());
        return Update.set(TABLE, key(work), "attribute_exists(pk)", due);
    }

    /** The row of absent work, in the partition of these. */
    static Attributes orphan(OutboxRow row, Instant now) {
        Attributes orphan =
                row("orphans", row).number("shard", row.work().shard()).number("orphaned", now.toEpochMilli());
        Optional.ofNullable(row.due()).ifPresent(due -> orphan.number(DUE, due.toEpochMilli()));
        return orphan;
    }

    /** Sorts after the rows of all work that were accepted before this time, and before all others. */
    static String before(Instant time) {
        return OpenWork.sortKey(Ticks.ofInstant(time));
    }

    static OutboxPage page(RowPage page) {
        List<OutboxRow> rows = new ArrayList<>();
        List<String> malformed = new ArrayList<>();
        List<String> newer = new ArrayList<>();
        for (Row row : page.rows()) {
            try {
                if (row.number(FORM) > VERSION) {
                    newer.add(row.sk());
                } else {
                    rows.add(read(row));
                }
            } catch (RuntimeException e) { // whatever is wrong with it, the others are read
                malformed.add(row.sk());
            }
        }
        return new OutboxPage(rows, malformed, newer, page.next());
    }

    private static OutboxRow read(Row row) {
        return new OutboxRow(
                OpenWork.of(row.string(KIND), Integer.parseInt(row.pk()), row.sk(), row.user(AUTHOR)),
                Math.toIntExact(row.number(RESENDS)),
                row.optionalNumber(DUE).map(Instant::ofEpochMilli).orElse(null));
    }
}
