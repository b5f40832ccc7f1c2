package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.common.report.Totals;
import io.feedmill.common.report.Window;

/** What a report looks like in a file. Ids of authors need no quoting in either form. */
enum ReportFormat {
    /** A line of names, and a line an author. */
    CSV(".csv") {
        @Override
        String head(Report report) {
            return "from,to,author,posts,deliveries,views,writeUnits,price\n";
        }

        @Override
        String line(Report report, ReportLine line, int number) {
            Window window = report.window();
            return window.from().start() + "," + window.to().start() + "," + line.author() + "," + line.posts() + ","
                    + line.deliveries() + "," + line.views() + "," + line.writeUnits() + ","
                    + report.price(line.writeUnits()).toPlainString() + "\n";
        }

        @Override
        String tail() {
            return "";
        }
    },

    /** An object with the totals and a list of authors, each on a line of its own. */
    JSON(".json") {
        @Override
        String head(Report report) {
            Totals totals = report.totals();
            return "{\"from\":\"" + report.window().from().start() + "\",\"to\":\""
                    + report.window().to().start() + "\",\"events\":" + totals.events() + ",\"posts\":"
                    + totals.posts() + ",\"deliveries\":" + totals.deliveries() + ",\"views\":" + totals.views()
                    + ",\"writeUnits\":" + totals.writeUnits() + ",\"price\":"
                    + report.price(totals.writeUnits()).toPlainString() + ",\"authors\":[";
        }

        @Override
        String line(Report report, ReportLine line, int number) {
            return (number == 0 ? "\n" : ",\n") + "{\"author\":\"" + line.author() + "\",\"posts\":" + line.posts()
                    + ",\"deliveries\":" + line.deliveries() + ",\"views\":" + line.views() + ",\"writeUnits\":"
                    + line.writeUnits() + ",\"price\":"
                    + report.price(line.writeUnits()).toPlainString() + "}";
        }

        @Override
        String tail() {
            return "\n]}\n";
        }
    };

    private final String suffix;

    ReportFormat(String suffix) {
        this.suffix = suffix;
    }

    String suffix() {
        return suffix;
    }

    /** What the file begins with. */
    abstract String head(Report report);

    /** The line of an author; {@code number} counts them from 0. */
    abstract String line(Report report, ReportLine line, int number);

    /** What the file ends with. */
    abstract String tail();
}
