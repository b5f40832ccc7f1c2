package io.feedmill.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Writes what each test class prints to {@code target/test-output}; the log shows what failing tests printed last. JUnit finds it on the class path. */
public final class TestOutput implements TestExecutionListener {
    private static final Path FOLDER = Path.of("target", "test-output");
    private static final int SHOWN = 1 << 16;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ClassOutput current = new ClassOutput();

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        PrintStream toFile = new PrintStream(current, true, StandardCharsets.UTF_8);
        System.setOut(toFile);
        System.setErr(toFile);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        System.setOut(out);
        System.setErr(err);
        current.close();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.getSource().orElse(null) instanceof ClassSource source
                && !source.getClassName().contains("$")) {
            current.begin(FOLDER.resolve(source.getClassName() + ".txt"));
        } else if (test.isTest()) {
            current.beginTest();
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.FAILED) {
            out.printf("Output of %s:%n%s%n", test.getDisplayName(), current.sinceTestBegan());
        }
    }

    /** The output of the class whose tests run; all threads write to it. */
    private static final class ClassOutput extends OutputStream {
        private final ByteArrayOutputStream test = new ByteArrayOutputStream();
        private OutputStream file = nullOutputStream();

        synchronized void begin(Path path) {
            close();
            beginTest();
            try {
                Files.createDirectories(path.getParent());
                file = Files.newOutputStream(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        synchronized void beginTest() {
            test.reset();
        }

        /** Returns the output of the test that ran last, or of the class if none did. */
        synchronized String sinceTestBegan() {
            String all = test.toString(StandardCharsets.UTF_8);
            return all.substring(Math.max(0, all.length() - SHOWN));
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) throws IOException {
            file.write(bytes, from, length);
            test.write(bytes, from, length);
        }

        @Override
        public synchronized void close() {
            try {
                file.close();
                file = nullOutputStream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
