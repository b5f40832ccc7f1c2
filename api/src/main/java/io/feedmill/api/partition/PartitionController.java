package io.feedmill.api.partition;

import io.feedmill.api.admin.AdminOnly;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.problem.Problem;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.scan.ListingCodec;
import io.feedmill.common.scan.MethodChoice;
import io.feedmill.common.scan.MethodChooser;
import io.feedmill.common.scan.PartitionLister;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import io.feedmill.common.scan.UnfitMethodException;
import io.feedmill.common.storage.StorageException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@AdminOnly
@RestController
final class PartitionController {
    private static final String TABLE_NAME = "[A-Za-z0-9_.-]{3,255}";

    private final ScanStore store;
    private final Cursors cursors;
    private final PartitionSettings settings;

    PartitionController(ScanStore store, Cursors cursors, PartitionSettings settings) {
        this.store = store;
        this.cursors = cursors;
        this.settings = settings;
    }

    /** What the table's description or the parameters refuse is a problem; what happens once lines are on their way is said in the last of them. */
    @GetMapping(path = "/v1/admin/partitions/{table}", produces = MediaType.APPLICATION_NDJSON_VALUE)
    void list(@PathVariable String table, ListParameters parameters, HttpServletResponse response) throws IOException {
        int budget = parameters.budget(settings.readUnits());
        int segments = parameters.segmentCount();
        String position = cursors.position(CursorScope.partitions(table), parameters.cursor());
        ScannedTable described = describe(table);
        if (position == null) {
            MethodChoice choice = choose(described, parameters);
            PartitionListing begin = PartitionListing.begin(table, choice, segments);
            stream(described, begin, choice.reason(), budget, response);
        } else {
            stream(described, ListingCodec.decode(position), "as the cursor has it", budget, response);
        }
    }

    private ScannedTable describe(String table) {
        if (!table.matches(TABLE_NAME)) {
            throw noSuchTable();
        }
        return store.describe(table).orElseThrow(PartitionController::noSuchTable);
    }

    private static ProblemException noSuchTable() {
        return new ProblemException(ProblemType.TABLE_NOT_FOUND, "There is no table of this name in the account.");
    }

    private MethodChoice choose(ScannedTable table, ListParameters parameters) {
        try {
            return parameters
                    .scanMethod()
                    .map(method -> MethodChoice.asked(table, method, parameters.index()))
                    .orElseGet(() -> new MethodChooser(store).choose(table, parameters.index()));
        } catch (UnfitMethodException e) {
            throw ListParameters.refused(e.sentence());
        }
    }

    private void stream(
            ScannedTable table, PartitionListing from, String reason, int budget, HttpServletResponse response)
            throws IOException {
        response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
        LineWriter lines = new LineWriter(response.getOutputStream(), cursors, from);
        lines.write(PartitionLine.Method.of(from.method(), from.index(), reason));
        try {
            new PartitionLister(store).list(table, from, from.units() + budget, lines);
            lines.progress(null);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (StorageException e) {
            lines.progress(Problem.of(e).type().uri().toString());
        }
    }
}
