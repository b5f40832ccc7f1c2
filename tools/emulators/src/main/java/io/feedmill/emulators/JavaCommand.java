package io.feedmill.emulators;

import io.feedmill.emulators.child.ChildMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Java program to run as a child process, on the JDK that runs this one.
 *
 * @param classPath must contain {@link EmulatorsHome#classPath()}
 * @param environment added to this process's own; an empty value takes a variable away
 */
public record JavaCommand(
        String name,
        List<String> options,
        String classPath,
        String mainClass,
        List<String> arguments,
        Map<String, String> environment) {

    /** Standard output belongs to the protocol with the parent; a JVM would warn there if another one held its file of counters. */
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
        words.addAll(options);
        words.addAll(List.of("-cp", classPath, ChildMain.class.getName(), mainClass));
        words.addAll(arguments);
        ProcessBuilder process = new ProcessBuilder(words);
        environment.forEach((name, value) -> set(process.environment(), name, value));
        return process;
    }

    private static void set(Map<String, String> environment, String name, String value) {
        if (value.isEmpty()) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
    }
}
