package io.feedmill.bench.stack;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Reads the time of processes on any core, garbage collector and compiler included. A process that has ended counts as zero. */
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

    /** Returns the time since the processes began. */
    public Duration read() {
        return pids.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }
}
