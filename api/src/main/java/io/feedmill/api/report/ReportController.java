package io.feedmill.api.report;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.common.report.ReportPage;
import io.feedmill.common.report.ReportStores;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class ReportController {
    private final ReportStores stores;
    private final Cursors cursors;

    ReportController(ReportStores stores, Cursors cursors) {
        this.stores = stores;
        this.cursors = cursors;
    }

    @GetMapping(path = "/v1/reports", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<ReportResponse> list(
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        CursorScope scope = CursorScope.reports();
        String after = cursors.position(scope, cursor);
        ReportPage page = stores.reports().newest(after == null ? null : QuarterHour.parse(after), Limit.parse(limit));
        QuarterHour next = page.next();
        return new ItemPage<>(
                page.reports().stream().map(ReportResponse::of).toList(),
                cursors.issue(scope, next == null ? null : next.value()));
    }

    @GetMapping(path = "/v1/reports/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    ReportLinesResponse report(
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        Report report = quarter(id).flatMap(stores.reports()::find).orElseThrow(ReportController::noSuchReport);
        CursorScope scope = CursorScope.report(id);
        String position = cursors.position(scope, cursor);
        int first = position == null ? 0 : Integer.parseInt(position);
        List<ReportLine> lines = stores.reports().lines(report, first, Limit.parse(limit));
        int next = first + lines.size();
        return new ReportLinesResponse(
                ReportResponse.of(report),
                lines.stream().map(line -> LineResponse.of(report, line)).toList(),
                cursors.issue(scope, next < report.totals().authors() ? Integer.toString(next) : null));
    }

    /** The next report has this id whoever makes it and whatever it will be about: it begins where the last one ended. */
    @PostMapping(path = "/v1/reports:run", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    RequestedResponse run() {
        QuarterHour next = stores.checkpoint().request().next();
        return new RequestedResponse(next == null ? null : next.value());
    }

    private static Optional<QuarterHour> quarter(String id) {
        try {
            return Optional.of(QuarterHour.parse(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ProblemException noSuchReport() {
        return new ProblemException(ProblemType.REPORT_NOT_FOUND, "There is no such report.");
    }
}
