package io.feedmill.worker.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where files of reports go. */
interface ReportTarget {

    /** The files that it takes of each report. */
    default List<ReportFormat> formats() {
        return List.of(ReportFormat.values());
    }

    /** Puts a copy of the file there under the name, in place of one that is there; readers see the old one or the new one, whole. */
    void put(String name, Path file) throws IOException;

    /** Takes nothing: reports are in their table only. */
    static ReportTarget nowhere() {
        return new ReportTarget() {
            @Override
            public List<ReportFormat> formats() {
                return List.of();
            }

            @Override
            public void put(String name, Path file) {
                throw new IllegalStateException("nothing is to be written");
            }
        };
    }
}
