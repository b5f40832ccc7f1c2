package io.feedmill.cli.command;

import io.feedmill.common.storage.Backoff.Sleeper;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** SIGINT and SIGTERM as a value. By reflection: the compiler rejects {@code sun.misc.Signal}, and the JDK has no other way. */
public final class StopSignal implements Sleeper {
    private final CompletableFuture<Void> received = new CompletableFuture<>();

    private StopSignal() {}

    /** The user has stopped the command. */
    public static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StoppedException() {
            super("stopped");
        }
    }

    /** Takes over both signals: from now on they do not end the process. */
    public static StopSignal listen() {
        StopSignal stop = new StopSignal();
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object complete = Proxy.newProxyInstance(
                    StopSignal.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> stop.received.complete(null));
            for (String name : List.of("INT", "TERM")) {
                Object one = signal.getConstructor(String.class).newInstance(name);
                signal.getMethod("handle", signal, handler).invoke(null, one, complete);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK has no sun.misc.Signal", e);
        }
        return stop;
    }

    public CompletableFuture<Void> received() {
        return received;
    }

    /** Waits; throws a {@link StoppedException} as soon as a signal is received. */
    @Override
    public void sleep(Duration duration) {
        try {
            received.get(duration.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        throw new StoppedException();
    }
}
