package io.feedmill.emulators;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Java program to run on this JDK. The class path must contain {@link EmulatorsHome#classPath()}; an empty value removes a variable of the environment. */
public record JavaCommand(
        String name,
        List<String> options,
        String classPath,
        String mainClass,
        List<String> arguments,
        Map<String, String> environment) {

    /** A JVM prints a warning to standard output, the channel to the parent, if another one has locked its performance counters. */
    private static final List<String> QUIET = List.of("-XX:+PerfDisableSharedMem");

    public JavaCommand {
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    ProcessBuilder toProcess() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(QUIET);
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-XX:TieredStopAtLevel="))
                .forEach(words::add);
        words.addAll(options);
        words.addAll(List.of("-cp", classPath, ChildMain.class.getName(), mainClass));
        words.addAll(arguments);
        ProcessBuilder process = new ProcessBuilder(words);
        process.environment().putAll(environment);
        environment.forEach((name, value) -> process.environment().remove(name, ""));
        return process;
    }
}
