package io.feedmill.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

/**
 * SIGINT and SIGTERM as a value, for a program that is to end in order and with exit code 0 when it is asked to. By reflection: the JDK has
 * no other way, and the compiler rejects this one.
 */
final class StopSignal {

    private StopSignal() {}

    /** From now on the signals complete the future, with their name, and do not end the process. */
    static CompletableFuture<String> listen() {
        CompletableFuture<String> signal = new CompletableFuture<>();
        InvocationHandler complete = (proxy, method, arguments) -> {
            signal.complete("stopped");
            return null;
        };
        try {
            handle("INT", complete);
            handle("TERM", complete);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK has no sun.misc.Signal", e);
        }
        return signal;
    }

    private static void handle(String name, InvocationHandler code) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object proxy = Proxy.newProxyInstance(StopSignal.class.getClassLoader(), new Class<?>[] {handler}, code);
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    }
}
