package io.feedmill.bench.stack;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The time that processes have spent on any core, garbage collector and compiler included. A process that is gone counts for nothing. */
public record CpuClock(List<Long> pids) {

    public CpuClock {
        pids = List.copyOf(pids);
    }

    public static CpuClock of(long pid) {
        return new CpuClock(List.of(pid));
    }

    public static CpuClock of(Collection<Long> pids) {
        return new CpuClock(List.copyOf(pids));
    }

    /** This JVM's. */
    public static CpuClock own() {
        return of(ProcessHandle.current().pid());
    }

    /** Since the processes began. */
    public Duration read() {
        return pids.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }
}
