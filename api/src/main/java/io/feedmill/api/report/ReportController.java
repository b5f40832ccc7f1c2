package io.feedmill.api.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.Iso;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.storage.Page;
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
@Access(scope = Scope.REPORTS, owner = Access.ALL)
record ReportController(ReportStore reports) {
    /** The id that the report will have; null, and absent from the JSON, if no worker has looked for reports yet. */
    record RequestedResponse(@Nullable String id) {}

    /** A report with a page of its lines by authors, few also before the end, none once they have expired. Only the last one has no {@code next}. */
    record ReportLinesResponse(
            ReportResponse report,
            List<Line> items,
            @Nullable String next) {

        record Line(String author, @JsonUnwrapped SumsResponse sums) {}
    }

    /** Sums over events; {@code price} is that of the write units, in US dollars. */
    record SumsResponse(long posts, long deliveries, long views, long retractions, long writeUnits, BigDecimal price) {
        static SumsResponse of(Report report, Sums sums) {
            return new SumsResponse(
                    sums.posts(),
                    sums.deliveries(),
                    sums.views(),
                    sums.retractions(),
                    sums.writeUnits(),
                    report.price(sums.writeUnits()));
        }
    }

    @GetMapping(path = "/v1/reports", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<ReportResponse> reports(PageQuery query) {
        CursorScope scope = CursorScope.of("reports");
        Page<Report, QuarterHour> page = reports.newest(query.after(scope, QuarterHour::parse), query.limit());
        return query.page(scope, page, ReportResponse::of, QuarterHour::value);
    }

    @GetMapping(path = "/v1/reports/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    ReportLinesResponse getReport(@PathVariable String id, PageQuery query) {
        Report report = ClientIds.parse(QuarterHour::parse, id)
                .flatMap(reports::find)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.REPORT_NOT_FOUND, "No report has this id; GET /v1/reports lists the ids."));
        CursorScope scope = CursorScope.of("report", id);
        int first = Objects.requireNonNullElse(query.after(scope, Integer::valueOf), 0);
        List<ReportLine> lines = reports.lines(report, first, query.limit());
        int next = first + lines.size();
        ItemPage<ReportLinesResponse.Line> page = query.page(
                scope,
                lines,
                line -> new ReportLinesResponse.Line(line.author().value(), SumsResponse.of(report, line.sums())),
                lines.isEmpty() || next == report.totals().authors() ? null : Integer.toString(next));
        return new ReportLinesResponse(ReportResponse.of(report), page.items(), page.next());
    }

    /** Requests the next report. Its id is known at once: it begins at the end of the last one. */
    @PostMapping(path = "/v1/reports:run", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    RequestedResponse requestReport() {
        QuarterHour next = reports.request().next();
        return new RequestedResponse(next == null ? null : next.value());
    }

    /** A report without its lines; its id is the start of its window as {@code yyyyMMddHHmm}. */
    record ReportResponse(
            String id,
            String from,
            String to,
            int authors,
            long events,
            @JsonUnwrapped SumsResponse sums,
            long readUnits,
            String createdAt) {

        static ReportResponse of(Report report) {
            Totals totals = report.totals();
            return new ReportResponse(
                    report.window().from().value(),
                    Iso.format(report.window().from().start()),
                    Iso.format(report.window().to().start()),
                    totals.authors(),
                    totals.events(),
                    SumsResponse.of(report, totals.sums()),
                    report.readUnits(),
                    Iso.format(report.createdAt()));
        }
    }
}
