package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
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
            Sums sums = line.sums();
            return window.from().start() + "," + window.to().start() + "," + line.author() + "," + sums.posts() + ","
                    + sums.deliveries() + "," + sums.views() + "," + sums.writeUnits() + ","
                    + report.price(sums.writeUnits()).toPlainString() + "," + sums.retractions() + "\n";
        }
    },

    /** An object with the totals and a list of authors, each on a line of its own. */
    JSON(".json", "\n]}\n") {
        @Override
        String head(Report report) {
            Window window = report.window();
            return "{\"from\":\"" + window.from().start() + "\",\"to\":\""
                    + window.to().start() + "\",\"events\":" + report.totals().events()
                    + fields(report, report.totals().sums()) + ",\"authors\":[";
        }

        @Override
        String line(Report report, ReportLine line, int number) {
            return (number == 0 ? "\n" : ",\n") + "{\"author\":\"" + line.author() + "\"" + fields(report, line.sums())
                    + "}";
        }

        private static String fields(Report report, Sums sums) {
            return ",\"posts\":" + sums.posts() + ",\"deliveries\":" + sums.deliveries() + ",\"views\":" + sums.views()
                    + ",\"retractions\":" + sums.retractions() + ",\"writeUnits\":" + sums.writeUnits()
                    + ",\"price\":" + report.price(sums.writeUnits()).toPlainString();
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
