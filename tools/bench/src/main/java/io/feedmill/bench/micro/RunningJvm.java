package io.feedmill.bench.micro;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A JVM of this machine and user, watched from outside. Its Prometheus metrics count allocation only at a collection of garbage, which a round
 * may have few of; this is exact to a thread's buffer.
 */
public final class RunningJvm implements AutoCloseable {
    private final JMXConnector connector;
    private final ThreadMXBean threads;
    private final MemoryMXBean memory;

    private RunningJvm(JMXConnector connector) throws IOException {
        this.connector = connector;
        MBeanServerConnection connection = connector.getMBeanServerConnection();
        this.threads = ManagementFactory.newPlatformMXBeanProxy(
                connection, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        this.memory = ManagementFactory.newPlatformMXBeanProxy(
                connection, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    }

    /** Begins to watch; the JVM opens a port on this machine for it. */
    public static RunningJvm attach(long pid) {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                return new RunningJvm(connect(jvm.startLocalManagementAgent()));
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IllegalStateException("Process " + pid + " lets nobody look into it.", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("BanJNDI") // The address is from a process of ours, not from a user.
    private static JMXConnector connect(String address) throws IOException {
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
    }

    /** By all threads, those that have ended among them, since the JVM began. */
    public long allocatedBytes() {
        return threads.getTotalThreadAllocatedBytes();
    }

    /** With what nobody holds and no collection has taken yet. */
    public MemoryUsage heap() {
        return memory.getHeapMemoryUsage();
    }

    /** Bytes that somebody holds: collects all garbage first, which takes the JVM some time. */
    public long liveHeap() {
        memory.gc();
        return heap().getUsed();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
