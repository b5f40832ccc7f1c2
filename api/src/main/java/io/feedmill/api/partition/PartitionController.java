package io.feedmill.api.partition;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.api.security.Caller;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.MethodChoice.UnfitMethodException;
import io.feedmill.common.partition.MethodChooser;
import io.feedmill.common.partition.PartitionLister;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

@AdminController(path = "/v1/admin/partitions/{table}")
final class PartitionController {
    /** Of one call, approximately. */
    private static final int READ_UNITS = 10_000;

    private static final int SEGMENTS = 4;
    private static final int MAX_SEGMENTS = 16;

    private final ScanStore store;
    private final Cursors cursors;
    private final Duration time;
    private final SuspendSafeClock clocks;
    private final Set<String> tables;

    PartitionController(
            ScanStore store,
            Cursors cursors,
            PartitionSettings settings,
            HttpSettings http,
            TableSettings own,
            List<Table> ownTables,
            SuspendSafeClock clocks) {
        this.store = store;
        this.cursors = cursors;
        this.clocks = clocks;
        this.time = http.linesTimeout().multipliedBy(9).dividedBy(10);
        this.tables = Stream.concat(ownTables.stream().map(own.schema()::name), settings.additionalTables().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Streams the partition keys of one of these tables. A failure before the first line is a problem; a later one is in the last line, for which,
     * with reads in flight, the last tenth of an answer's time is left. A cursor keeps method, index and segments.
     */
    @GetMapping(produces = MediaType.APPLICATION_NDJSON_VALUE)
    void partitions(
            @PathVariable String table,
            @RequestParam(required = false) @Nullable String method,
            @RequestParam(required = false) @Nullable String index,
            @RequestParam(required = false) @Nullable String segments,
            @RequestParam(required = false) @Nullable String units,
            @RequestParam(required = false) @Nullable String cursor,
            Caller caller,
            HttpServletResponse response)
            throws IOException {
        if (!tables.contains(table)) {
            throw tableNotFound();
        }
        int budget = PageQuery.number(units, "units", READ_UNITS, READ_UNITS);
        int parts = PageQuery.number(segments, "segments", SEGMENTS, MAX_SEGMENTS);
        CursorScope scope = CursorScope.of("partitions", table).ownedBy(caller.cursorOwner());
        PartitionListing rest = cursors.position(scope, cursor, PartitionListing::decode);
        ScannedTable described = store.describe(table).orElseThrow(PartitionController::tableNotFound);
        if (rest == null) {
            MethodChoice choice = choose(described, method, index);
            PartitionListing begin = PartitionListing.begin(table, choice, parts);
            stream(described, begin, choice.reason(), budget, lines(begin, scope, response));
        } else {
            stream(described, rest, "continued from the cursor", budget, lines(rest, scope, response));
        }
    }

    /** Does not tell whether the account has a table that may not be listed. */
    private static ProblemException tableNotFound() {
        return new ProblemException(
                ProblemType.TABLE_NOT_FOUND,
                "Feedmill has no table of this name, and feedmill.partitions.additional-tables lists none.");
    }

    private MethodChoice choose(ScannedTable table, @Nullable String method, @Nullable String index) {
        try {
            if (method == null || method.equals("auto")) {
                return new MethodChooser(store).choose(table, index);
            }
            return LowerCaseName.find(ScanMethod.values(), method)
                    .map(known -> MethodChoice.asked(table, known, index))
                    .orElseThrow(() ->
                            ProblemException.invalidParameter("Invalid 'method': use auto, scan, skip or index."));
        } catch (UnfitMethodException e) {
            throw ProblemException.invalidParameter(String.valueOf(e.getMessage()));
        }
    }

    private PartitionWriter lines(PartitionListing from, CursorScope scope, HttpServletResponse response)
            throws IOException {
        response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
        return new PartitionWriter(response.getOutputStream(), cursors, scope, from, Deadline.in(time, clocks));
    }

    private void stream(ScannedTable table, PartitionListing from, String reason, int budget, PartitionWriter lines)
            throws IOException {
        lines.write(new PartitionWriter.Method(from.method().value(), from.index(), reason));
        try {
            new PartitionLister(store).list(table, from, from.units() + budget, lines);
            lines.progress(null);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (StorageException e) {
            lines.progress(String.valueOf(ProblemException.of(e).getBody().getType()));
        }
    }
}
