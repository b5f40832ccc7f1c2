package io.feedmill.laptop;

import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Formats the statistics of a fault proxy as lines of text, one for each operation. */
final class InjectionTable {
    private static final String ROW = "  %-28s %12s %12s   %s";

    private InjectionTable() {}

    static List<String> lines(Statistics statistics) {
        List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted("operation", "requests", "forwarded", "injected"));
        statistics.operations().forEach((name, operation) -> lines.add(row(name, operation)));
        if (statistics.connectionsReset() > 0) {
            lines.add("  connections reset: %,d".formatted(statistics.connectionsReset()));
        }
        if (statistics.unanswered() > 0) {
            lines.add("  requests without an answer of the target: %,d".formatted(statistics.unanswered()));
        }
        return lines;
    }

    private static String row(String name, OperationStatistics operation) {
        return ROW.formatted(
                        name,
                        "%,d".formatted(operation.requests()),
                        "%,d".formatted(operation.forwarded()),
                        injected(operation))
                .stripTrailing();
    }

    private static String injected(OperationStatistics operation) {
        String faults = operation.injected().entrySet().stream()
                .map(fault -> "%s %,d".formatted(fault.getKey().text(), fault.getValue()))
                .collect(Collectors.joining(", "));
        return operation.unitsRefused() == 0
                ? faults
                : "%s (%,d of %,d write units refused)"
                        .formatted(
                                faults, operation.unitsRefused(), operation.unitsAccepted() + operation.unitsRefused());
    }
}
