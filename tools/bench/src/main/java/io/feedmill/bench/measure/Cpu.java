package io.feedmill.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The time of a JVM on any core: garbage collection included, and compilation left out, which ends in production and hardly ends in a bench. */
public final class Cpu {
    /** A line begins {@code pid (name) state}; the times of user and system are fields 14 and 15, in hundredths of a second on any Linux. */
    private static final int USER = 14 - 3;

    private static final Duration TICK = Duration.ofMillis(10);

    private Cpu() {}

    /** Returns the time of the process since its start. Without Linux's {@code /proc}, compilation is included. */
    public static Duration of(long pid) {
        Duration all = ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
        return all.minus(compilers(Path.of("/proc", Long.toString(pid), "task")));
    }

    private static Duration compilers(Path threads) {
        if (!Files.isDirectory(threads)) {
            return Duration.ZERO;
        }
        try (Stream<Path> all = Files.list(threads)) {
            return all.map(Cpu::compiler).reduce(Duration.ZERO, Duration::plus);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns zero for any other thread, and for one that has ended. */
    private static Duration compiler(Path thread) {
        try {
            return compiler(Files.readString(thread.resolve("stat")));
        } catch (IOException e) {
            return Duration.ZERO;
        }
    }

    static Duration compiler(String stat) {
        int end = stat.lastIndexOf(')');
        if (!stat.substring(0, end).matches("\\d+ \\(C[12] Compiler.*")) {
            return Duration.ZERO;
        }
        String[] fields = stat.substring(end + 2).split(" ", -1);
        return TICK.multipliedBy(Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 1]));
    }
}
