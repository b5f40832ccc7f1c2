package io.feedmill.emulators.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * Runs another main class on a leash: when standard input ends, which it does however the parent dies, the process exits. Standard
 * output is the channel to the parent; whatever the program prints goes to standard error.
 */
public final class ChildMain {

    /** The line on standard output that says that a server listens; the port follows it. */
    public static final String READY = "feedmill-child-ready ";

    private static final PrintStream TO_PARENT = System.out;
    private static final Duration MAX_GOODBYE = Duration.ofSeconds(30);

    private ChildMain() {}

    /** The first argument names the main class, the others are its own. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        System.setOut(System.err);
        ignoreInterrupts();
        Thread.ofPlatform().daemon().name("leash").start(ChildMain::exitWithParent);
        Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    /** Tells the parent that the program listens on the port. */
    public static void announce(int port) {
        TO_PARENT.println(READY + port);
        TO_PARENT.flush();
    }

    /** Ctrl-C reaches every process of a terminal; the parent alone decides in which order its children go. */
    private static void ignoreInterrupts() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object interrupt = signal.getConstructor(String.class).newInstance("INT");
        signal.getMethod("handle", signal, handler)
                .invoke(null, interrupt, handler.getField("SIG_IGN").get(null));
    }

    private static void exitWithParent() {
        try (InputStream parent = System.in) {
            parent.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken pipe says the same as its end.
        }
        Thread.ofPlatform().daemon().name("last resort").start(ChildMain::haltWhenExitHangs);
        System.exit(0);
    }

    private static void haltWhenExitHangs() {
        try {
            Thread.sleep(MAX_GOODBYE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }
}
