package io.feedmill.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.sun.management.OperatingSystemMXBean;
import io.feedmill.checker.Report.Violation;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.slf4j.LoggerFactory;

/**
 * Takes mechanisms of the product out, one at a time, by patches, and looks how soon a story fails. The changed classes are compiled against the built ones, and
 * take their place in the running JVM: what it has compiled of all others stays, and most of a story's time is that.
 */
final class Mutants {
    /** Long stories: to start processes, and to read everything at the end, takes most of the time of short ones. */
    private static final List<Integer> EVENTS = IntStream.range(0, Integer.getInteger("mutants.events", 150))
            .boxed()
            .toList();

    /** For how long a story is made smaller. */
    private static final Duration SHRINKING = Duration.ofSeconds(Integer.getInteger("mutants.shrinking", 0));

    private final Path root;
    private final Path out;
    private final Duration time;

    /** Takes the folder of the sources, that for classes and stories, and the time of a mutant. */
    Mutants(Path root, Path out, Duration time) {
        this.root = root;
        this.out = out;
        this.time = time;
    }

    /** What became of a mutant, and the promise that it broke; empty: nothing was noticed. */
    record Found(int sequences, Duration time, String broken) {}

    /** Runs the mutants that no other process runs: ROOT OUT SECONDS PATCH… */
    public static void main(String[] args) throws IOException {
        System.setProperty("aws.region", "eu-central-1"); // of a client that is never called
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        Mutants mutants = new Mutants(Path.of(args[0]), Path.of(args[1]), Duration.ofSeconds(Long.parseLong(args[2])));
        for (String patch : List.of(args).subList(3, args.length)) {
            String name = Path.of(patch).getFileName().toString().replace(".patch", "");
            try {
                Files.createFile(mutants.out.resolve(name + ".txt"));
            } catch (FileAlreadyExistsException e) {
                continue;
            }
            Found found = mutants.run(name, Patch.parse(Files.readString(Path.of(patch))));
            System.out.printf(
                    "| %-32s | %9d | %7.1f | %s |%n",
                    name,
                    found.sequences(),
                    found.time().toMillis() / 1000.0,
                    found.broken().isEmpty() ? "not noticed" : found.broken());
        }
    }

    /** Runs stories of a mutant until one fails that does not fail without it. */
    Found run(String name, Patch patch) throws IOException {
        Path classes = Files.createDirectories(out.resolve(name));
        compile(patch.apply(root), classes);
        Redefinition mutant = Redefinition.of(classes);
        long begin = now();
        mutant.apply();
        try {
            for (int seed = 1; ; seed++) {
                Story.Outcome outcome = Story.run(seed, EVENTS, new Reached());
                Duration searched = Duration.ofNanos(now() - begin);
                if (outcome.failed() && !failsWithout(mutant, seed)) {
                    Files.writeString(out.resolve(name + ".txt"), patch.title() + "\n\n" + text(shrunk(outcome)));
                    return new Found(seed, searched, broken(outcome));
                }
                if (searched.compareTo(time) >= 0) {
                    return new Found(seed, searched, "");
                }
            }
        } finally {
            mutant.undo();
        }
    }

    private static boolean failsWithout(Redefinition mutant, long seed) {
        mutant.undo();
        try {
            return Story.run(seed, EVENTS, new Reached()).failed();
        } finally {
            mutant.apply();
        }
    }

    private static Story.Outcome shrunk(Story.Outcome outcome) {
        long end = now() + SHRINKING.toNanos();
        return new Shrink(events -> Story.run(outcome.seed(), events, new Reached()), () -> now() < end).of(outcome);
    }

    /** Seconds are of the processor: others may use the machine. */
    private static long now() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** What a story broke: promises, in the order of the checker, and what is no promise. */
    private static String broken(Story.Outcome outcome) {
        Stream<String> promises =
                violations(outcome).map(each -> each.promise().name()).distinct();
        return Stream.concat(
                        promises.limit(3),
                        Stream.ofNullable(outcome.failure())
                                .flatMap(String::lines)
                                .limit(1))
                .collect(Collectors.joining(", "));
    }

    private static Stream<Violation> violations(Story.Outcome outcome) {
        return outcome.report() == null ? Stream.of() : outcome.report().violations().stream();
    }

    private static String text(Story.Outcome outcome) {
        String failure = outcome.failure();
        return "Seed %d, events %s\n\n".formatted(outcome.seed(), outcome.events())
                + String.join("\n", outcome.told()) + "\n\n"
                + (failure == null ? "" : failure + "\n")
                + violations(outcome).limit(5).map(Violation::toString).collect(Collectors.joining("\n")) + "\n";
    }

    static void compile(Map<Path, String> sources, Path classes) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<JavaFileObject> units = sources.entrySet().stream()
                    .<JavaFileObject>map(source -> new Source(source.getKey().toUri(), source.getValue()))
                    .toList();
            List<String> options = List.of(
                    "-parameters",
                    "-proc:none",
                    "-nowarn",
                    "-g",
                    "-Xlint:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            if (!compiler.getTask(
                            Writer.nullWriter(), files, problem -> System.err.println(problem), options, null, units)
                    .call()) {
                throw new IllegalStateException("It does not compile: " + sources.keySet());
            }
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(URI uri, String text) {
            super(uri, Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
