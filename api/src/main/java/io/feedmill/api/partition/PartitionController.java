package io.feedmill.api.partition;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.UnfitMethodException;
import io.feedmill.common.partition.MethodChooser;
import io.feedmill.common.partition.PartitionLister;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@ConditionalOnBooleanProperty("feedmill.admin.enabled")
@RestController
final class PartitionController {
    /** Of one call, approximately. */
    private static final int READ_UNITS = 10_000;

    private final ScanStore store;
    private final Cursors cursors;
    private final Duration time;
    private final Set<String> tables;

    PartitionController(
            ScanStore store,
            Cursors cursors,
            PartitionSettings settings,
            HttpSettings http,
            TableSettings own,
            List<Table> ownTables) {
        this.store = store;
        this.cursors = cursors;
        this.time = http.linesTimeout().multipliedBy(9).dividedBy(10);
        this.tables = Stream.concat(ownTables.stream().map(own.schema()::name), settings.additionalTables().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Streams the partition keys of a table that Feedmill has or the settings list. A failure before the first line is a
     * problem; a later one is in the last line. The last tenth of an answer's time is left for reads in flight and for that line.
     */
    @GetMapping(path = "/v1/admin/partitions/{table}", produces = MediaType.APPLICATION_NDJSON_VALUE)
    @Access(scope = Scope.ADMIN, owner = Access.ALL)
    void partitions(@PathVariable String table, ListParameters parameters, Caller caller, HttpServletResponse response)
            throws IOException {
        if (!tables.contains(table)) {
            throw tableNotFound();
        }
        int budget = parameters.budget(READ_UNITS);
        int segments = parameters.segmentCount();
        CursorScope scope = CursorScope.of("partitions", table).ownedBy(caller.cursorOwner());
        PartitionListing rest = cursors.position(scope, parameters.cursor(), PartitionListing::decode);
        ScannedTable described = store.describe(table).orElseThrow(PartitionController::tableNotFound);
        if (rest == null) {
            MethodChoice choice = choose(described, parameters);
            PartitionListing begin = PartitionListing.begin(table, choice, segments);
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

    private MethodChoice choose(ScannedTable table, ListParameters parameters) {
        try {
            return parameters
                    .scanMethod()
                    .map(method -> MethodChoice.asked(table, method, parameters.index()))
                    .orElseGet(() -> new MethodChooser(store).choose(table, parameters.index()));
        } catch (UnfitMethodException e) {
            throw ProblemException.invalidParameter(e.sentence());
        }
    }

    private PartitionWriter lines(PartitionListing from, CursorScope scope, HttpServletResponse response)
            throws IOException {
        response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
        return new PartitionWriter(response.getOutputStream(), cursors, scope, from, Deadline.in(time));
    }

    private void stream(ScannedTable table, PartitionListing from, String reason, int budget, PartitionWriter lines)
            throws IOException {
        lines.write(PartitionWriter.Method.of(from.method(), from.index(), reason));
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
