package io.feedmill.api.report;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.ReportStore.ReportPage;
import io.feedmill.common.report.ReportStores;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
record ReportController(ReportStores stores) {
    /**
     * The requested report.
     *
     * @param id the id that it will have; null, and absent from the JSON, if no worker has looked for reports yet
     */
    record RequestedResponse(@Nullable String id) {}

    /**
     * A report with a page of its lines.
     *
     * @param items in the order of authors; a page that is not the last one may have few. Empty once the lines have expired
     * @param next the cursor of the next page; null, and absent from the JSON, only at the end
     */
    record ReportLinesResponse(
            ReportResponse report,
            List<Line> items,
            @Nullable String next) {

        /**
         * The sums over an author's events in a report.
         *
         * @param price of the write units, in US dollars
         */
        record Line(
                String author,
                long posts,
                long deliveries,
                long views,
                long retractions,
                long writeUnits,
                BigDecimal price) {

            static Line of(Report report, ReportLine line) {
                return new Line(
                        line.author().value(),
                        line.posts(),
                        line.deliveries(),
                        line.views(),
                        line.retractions(),
                        line.writeUnits(),
                        report.price(line.writeUnits()));
            }
        }
    }

    @GetMapping(path = "/v1/reports", produces = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.REPORTS, owner = Access.ALL)
    ItemPage<ReportResponse> list(PageQuery query) {
        CursorScope scope = CursorScope.of("reports");
        ReportPage page = stores.reports().newest(query.after(scope, QuarterHour::parse), query.limit());
        return query.page(scope, page.reports(), ReportResponse::of, page.next(), QuarterHour::value);
    }

    @GetMapping(path = "/v1/reports/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.REPORTS, owner = Access.ALL)
    ReportLinesResponse report(@PathVariable String id, PageQuery query) {
        Report report = ClientIds.parse(QuarterHour::parse, id)
                .flatMap(stores.reports()::find)
                .orElseThrow(ReportController::reportNotFound);
        CursorScope scope = CursorScope.of("report", id);
        int first = Objects.requireNonNullElse(query.after(scope, Integer::valueOf), 0);
        List<ReportLine> lines = stores.reports().lines(report, first, query.limit());
        int next = first + lines.size();
        ItemPage<ReportLinesResponse.Line> page = query.page(
                scope,
                lines,
                line -> ReportLinesResponse.Line.of(report, line),
                lines.isEmpty() || next == report.totals().authors() ? null : Integer.toString(next));
        return new ReportLinesResponse(ReportResponse.of(report), page.items(), page.next());
    }

    /** Requests the next report. Its id is known at once: it begins at the end of the last one. */
    @PostMapping(path = "/v1/reports:run", produces = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.REPORTS, owner = Access.ALL)
    @ResponseStatus(HttpStatus.ACCEPTED)
    RequestedResponse run() {
        QuarterHour next = stores.checkpoint().request().next();
        return new RequestedResponse(next == null ? null : next.value());
    }

    private static ProblemException reportNotFound() {
        return new ProblemException(
                ProblemType.REPORT_NOT_FOUND, "No report has this id; GET /v1/reports lists the ids.");
    }
}
