package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;

/** The format of a report file. Author ids need no quoting in any format. */
enum ReportFormat {
    /** A header line, and a line for each author. */
    CSV(".csv", "") {
        @Override
        String head(Report report) {
            return "from,to,author,posts,deliveries,views,writeUnits,price,retractions\n";
        }

        @Override
        String line(Report report, ReportLine line, int number) {
            Window window = report.window();
            return window.from().start() + "," + window.to().start() + "," + line.author() + "," + line.posts() + ","
                    + line.deliveries() + "," + line.views() + "," + line.writeUnits() + ","
                    + report.price(line.writeUnits()).toPlainString() + "," + line.retractions() + "\n";
        }
    },

    /** An object with the totals and a list of authors, each on a line of its own. */
    JSON(".json", "\n]}\n") {
        @Override
        String head(Report report) {
            Totals totals = report.totals();
            return "{\"from\":\"" + report.window().from().start() + "\",\"to\":\""
                    + report.window().to().start() + "\",\"events\":" + totals.events() + ",\"posts\":"
                    + totals.posts() + ",\"deliveries\":" + totals.deliveries() + ",\"views\":" + totals.views()
                    + ",\"retractions\":" + totals.retractions()
                    + ",\"writeUnits\":" + totals.writeUnits() + ",\"price\":"
                    + report.price(totals.writeUnits()).toPlainString() + ",\"authors\":[";
        }

        @Override
        String line(Report report, ReportLine line, int number) {
            return (number == 0 ? "\n" : ",\n") + "{\"author\":\"" + line.author() + "\",\"posts\":" + line.posts()
                    + ",\"deliveries\":" + line.deliveries() + ",\"views\":" + line.views()
                    + ",\"retractions\":" + line.retractions() + ",\"writeUnits\":"
                    + line.writeUnits() + ",\"price\":"
                    + report.price(line.writeUnits()).toPlainString() + "}";
        }
    };

    final String suffix;
    final String tail;

    ReportFormat(String suffix, String tail) {
        this.suffix = suffix;
        this.tail = tail;
    }

    abstract String head(Report report);

    /** Returns the line of an author; {@code number} counts from 0. */
    abstract String line(Report report, ReportLine line, int number);
}
