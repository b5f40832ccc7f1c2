package io.feedmill.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.feedmill.testkit.memory.StoreCall;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What the product itself says about what happened in it: its counters, its log, conditions that failed, and the methods that call the database. */
final class Signals {
    /** A counter, by its name and tags. */
    static final String COUNTER = "counter";
    /** A line of the log, by its fixed text. */
    static final String LOG = "log";
    /** A condition that failed, by the method of the store. */
    static final String CONDITION = "condition";
    /** A method, by each call of the database within it. */
    static final String PATH = "path";
    /** A fault that befalls a process at one place only. */
    static final String FAULT = "fault";

    private static final String OURS = "io.feedmill.";
    private static final String WEB = "org.springframework.web.";
    private static final StackWalker STACK = StackWalker.getInstance();
    private static @Nullable Reached current;

    private Signals() {}

    /** Counts all lines of the product's log from now on, and writes none anywhere. The calling JVM runs one story at a time. */
    static void listen(Reached reached) {
        if (current == null && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
            root.setLevel(Level.OFF);
            Logger product = context.getLogger("io.feedmill");
            product.setLevel(Level.DEBUG);
            product.setAdditive(false);
            product.addAppender(new LineCounter(context));
            // our bean factory tells of each bean, and is no part of the product
            context.getLogger(Signals.class.getPackageName()).setLevel(Level.OFF);
        }
        current = reached;
    }

    private static final class LineCounter extends UnsynchronizedAppenderBase<ILoggingEvent> {
        LineCounter(LoggerContext context) {
            setContext(context);
            start();
        }

        @Override
        protected void append(ILoggingEvent line) {
            Reached reached = current;
            if (reached != null) {
                reached.count(LOG, line.getMessage());
            }
        }
    }

    /** Adds what a process has counted. */
    static void counters(MeterRegistry registry, Reached reached) {
        for (Meter meter : registry.getMeters()) {
            if (meter instanceof Counter || meter instanceof Timer) {
                long times = 0;
                for (Measurement measurement : meter.measure()) {
                    if (measurement.getStatistic() == Statistic.COUNT) {
                        times += (long) measurement.getValue();
                    }
                }
                if (times > 0) {
                    reached.add(COUNTER, name(meter.getId()), times);
                }
            }
        }
    }

    private static String name(Meter.Id id) {
        return id.getTags().isEmpty()
                ? id.getName()
                : id.getName()
                        + id.getTags().stream().map(Signals::text).sorted().collect(Collectors.joining(", ", "{", "}"));
    }

    private static String text(Tag tag) {
        return tag.getKey() + "=" + tag.getValue();
    }

    /** Counts a call of the database that is over, on the thread that made it. */
    static void call(@Nullable RuntimeException failure, Reached reached) {
        if (isCondition(failure)) {
            StoreCall.current().ifPresent(store -> reached.count(CONDITION, store.toString()));
        }
        Set<String> within = STACK.walk(Signals::paths);
        within.forEach(path -> reached.count(PATH, path));
    }

    /** The filters of a request, below its controller, are most of a stack. */
    private static Set<String> paths(Stream<StackFrame> frames) {
        Set<String> paths = new LinkedHashSet<>();
        for (Iterator<StackFrame> each = frames.iterator(); each.hasNext(); ) {
            StackFrame frame = each.next();
            String type = frame.getClassName();
            if (type.startsWith(OURS)) {
                Map<String, String> methods = Mechanisms.paths(type);
                // to find the name of a method takes longer than the rest
                String path = methods.isEmpty() ? null : methods.get(frame.getMethodName());
                if (path != null) {
                    paths.add(path);
                }
            } else if (type.startsWith(WEB)) {
                break;
            }
        }
        return paths;
    }

    /** Whether the current thread sends what an API has accepted, for which no call waits. */
    static boolean isSendBesideCall() {
        return STACK.walk(
                frames -> frames.anyMatch(frame -> frame.getMethodName().equals("sendBesideCall")));
    }

    static boolean isCondition(@Nullable RuntimeException failure) {
        return failure instanceof ConditionalCheckFailedException
                || (failure instanceof TransactionCanceledException cancelled
                        && cancelled.cancellationReasons().stream()
                                .anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code())));
    }
}
