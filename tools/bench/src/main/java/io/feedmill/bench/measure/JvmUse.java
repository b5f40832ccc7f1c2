package io.feedmill.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What a JVM has used: CPU with garbage collection but without compilation, which ends in production, and the bytes that all threads allocated. */
public record JvmUse(Duration cpu, long allocated) {
    public static final JvmUse NONE = new JvmUse(Duration.ZERO, 0);

    /** The JVM may end before this one. */
    private static final Map<String, Long> UNCHECKED = Map.of("jmx.remote.x.client.connection.check.period", 0L);

    private static final Map<Long, Beans> BEANS = new ConcurrentHashMap<>();

    /** The beans of one JVM. */
    private record Beans(OperatingSystemMXBean system, ThreadMXBean threads) {

        /** Starts the other JVM's agent, which listens on this machine only. */
        @SuppressWarnings("BanJNDI") // the address is that of a child on this machine, not a name to look up
        static Beans of(long pid) {
            try {
                if (pid == ProcessHandle.current().pid()) {
                    return of(ManagementFactory.getPlatformMBeanServer());
                }
                VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
                String address = jvm.startLocalManagementAgent();
                jvm.detach();
                return of(JMXConnectorFactory.connect(new JMXServiceURL(address), UNCHECKED)
                        .getMBeanServerConnection());
            } catch (AttachNotSupportedException e) {
                throw new IllegalStateException("Process %d is no JVM.".formatted(pid), e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Beans of(MBeanServerConnection server) throws IOException {
            return new Beans(
                    ManagementFactory.getPlatformMXBean(server, OperatingSystemMXBean.class),
                    ManagementFactory.getPlatformMXBean(server, ThreadMXBean.class));
        }
    }

    /** Returns the use of the process since its start. Without Linux's {@code /proc}, compilation is included. */
    public static JvmUse of(long pid) {
        Beans beans = BEANS.computeIfAbsent(pid, Beans::of);
        Duration all = Duration.ofNanos(beans.system().getProcessCpuTime());
        return new JvmUse(
                all.minus(compilers(Path.of("/proc", Long.toString(pid), "task"))),
                beans.threads().getTotalThreadAllocatedBytes());
    }

    static Duration compilers(Path threads) {
        if (!Files.isDirectory(threads)) {
            return Duration.ZERO;
        }
        try (Stream<Path> all = Files.list(threads)) {
            return all.map(JvmUse::compiler).reduce(Duration.ZERO, Duration::plus);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns zero for any other thread, and for one that has ended. Nanoseconds on a core are the first number. */
    private static Duration compiler(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\n")
                    ? Duration.ofNanos(Long.parseLong(
                            Files.readString(thread.resolve("schedstat")).split(" ", 2)[0]))
                    : Duration.ZERO;
        } catch (IOException e) {
            return Duration.ZERO;
        }
    }

    public JvmUse plus(JvmUse other) {
        return new JvmUse(cpu.plus(other.cpu), allocated + other.allocated);
    }

    public JvmUse minus(JvmUse before) {
        return new JvmUse(cpu.minus(before.cpu), allocated - before.allocated);
    }
}
