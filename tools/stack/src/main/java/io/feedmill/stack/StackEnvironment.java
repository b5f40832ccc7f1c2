package io.feedmill.stack;

import io.feedmill.emulators.EmulatorProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The environment of Feedmill's processes on the embedded stack: the user's, but for everything that AWS clients read. Polls are short,
 * because a worker that is told to stop waits for their end.
 */
record StackEnvironment(SortedMap<String, String> variables) {

    static StackEnvironment of(EmulatorProcesses servers, OptionalInt sliceSize) {
        SortedMap<String, String> variables = new TreeMap<>(servers.environment());
        variables.put("SPRING_PROFILES_ACTIVE", "local");
        variables.put("SERVER_ADDRESS", "127.0.0.1");
        variables.put("FEEDMILL_LISTENERS_POLL_TIMEOUT", "1s");
        sliceSize.ifPresent(size -> variables.put("FEEDMILL_FANOUT_SLICE_SIZE", Integer.toString(size)));
        return new StackEnvironment(variables);
    }

    /** With these variables besides, which go before those that are there. */
    StackEnvironment with(Map<String, String> more) {
        SortedMap<String, String> all = new TreeMap<>(variables);
        all.putAll(more);
        return new StackEnvironment(all);
    }

    /** What to change in the caller's environment for a process on the port; an empty value takes a variable away. */
    Map<String, String> changes(Map<String, String> callers, int port) {
        Map<String, String> changes = new TreeMap<>();
        callers.keySet().stream().filter(name -> name.startsWith("AWS_")).forEach(name -> changes.put(name, ""));
        changes.putAll(variables);
        changes.put("SERVER_PORT", Integer.toString(port));
        return changes;
    }

    /** Writes a script that the launcher reads for one more worker on this stack. */
    void write(Path file) {
        StringBuilder script = new StringBuilder(
                "FEEDMILL_STACK_PID=%d%n".formatted(ProcessHandle.current().pid()));
        script.append("unset AWS_PROFILE AWS_SESSION_TOKEN AWS_ENDPOINT_URL AWS_IGNORE_CONFIGURED_ENDPOINT_URLS\n");
        variables.forEach((name, value) -> script.append("export %s=%s%n".formatted(name, value)));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
