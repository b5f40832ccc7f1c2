package io.feedmill.emulators;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * Runs another main class inside a child process. The process exits when its standard input ends, which happens however the parent dies. Standard
 * output is the channel to the parent; the program's own output goes to standard error. Needs nothing but the JDK.
 */
public final class ChildMain {

    /** Starts the line on standard output that announces the port of a listening server. */
    public static final String READY = "feedmill-child-ready ";

    private static final PrintStream TO_PARENT = System.out;
    private static final Duration MAX_EXIT = Duration.ofSeconds(30);

    private ChildMain() {}

    /** The first argument is the main class, the others are its arguments. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        System.setOut(System.err);
        ignoreInterrupts();
        Thread.ofPlatform().daemon().name("exit with parent").start(ChildMain::exitWithParent);
        Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    /** Tells the parent that the program listens on the port. */
    public static void announce(int port) {
        TO_PARENT.println(READY + port);
        TO_PARENT.flush();
    }

    /** Ctrl-C reaches every process of a terminal. The parent alone decides the order in which its children stop. */
    private static void ignoreInterrupts() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object interrupt = signal.getConstructor(String.class).newInstance("INT");
        signal.getMethod("handle", signal, handler)
                .invoke(null, interrupt, handler.getField("SIG_IGN").get(null));
    }

    private static void exitWithParent() {
        try (InputStream parent = System.in) {
            parent.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken pipe means the same as its end.
        }
        Thread.ofPlatform().daemon().name("last resort").start(ChildMain::haltWhenExitHangs);
        System.exit(0);
    }

    private static void haltWhenExitHangs() {
        try {
            Thread.sleep(MAX_EXIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }
}
