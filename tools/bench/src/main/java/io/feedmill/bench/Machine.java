package io.feedmill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine of a run, without a name or a path.
 *
 * @param load the load average of the last minute; negative if the system does not tell it
 */
record Machine(int cores, String cpu, long memoryMib, String system, String java, double load) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    static Machine here() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                cpu(CPU_INFO),
                system.getTotalMemorySize() >> 20,
                "%s %s".formatted(System.getProperty("os.name"), System.getProperty("os.version")),
                "%s, %s".formatted(Runtime.version(), System.getProperty("java.vendor")),
                system.getSystemLoadAverage());
    }

    /** Returns the first model in the file, else the architecture. */
    static String cpu(Path info) {
        String architecture = System.getProperty("os.arch", "unknown");
        if (!Files.isReadable(info)) {
            return architecture;
        }
        try (Stream<String> lines = Files.lines(info, UTF_8)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            return architecture;
        }
    }
}
