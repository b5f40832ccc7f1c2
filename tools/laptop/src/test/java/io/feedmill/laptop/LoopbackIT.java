package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the embedded stack listens on, as Linux tells it: no port can be reached from another machine, that of health and metrics included. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
@Tag("full")
class LoopbackIT {
    /** 127.0.0.1, the same as an IPv6 address, and ::1. */
    private static final Set<String> LOOPBACK =
            Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    private static final String LISTENING = "0A";

    /** A socket of {@code /proc/net/tcp}: address and port in hexadecimal digits. */
    private record Listener(String address, int port) {
        static Listener of(String text) {
            String[] parts = text.split(":", 2);
            return new Listener(parts[0], Integer.parseInt(parts[1], 16));
        }
    }

    @Test
    void nothingListensBeyondTheLoopback() {
        FeedmillCommand stack = SharedStack.get();
        List<Integer> ports = Stream.of("API", "management", "worker", "DynamoDB", "SQS")
                .map(name -> stack.url(name).getPort())
                .toList();
        List<Listener> listeners = stack.processes().stream()
                .flatMap(process -> listeners(Path.of("/proc", Long.toString(process.pid()))))
                .toList();
        assertThat(listeners).extracting(Listener::port).containsExactlyInAnyOrderElementsOf(ports);
        assertThat(listeners).extracting(Listener::address).isSubsetOf(LOOPBACK);
    }

    private static Stream<Listener> listeners(Path process) {
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            Set<String> sockets = files.map(LoopbackIT::target).collect(Collectors.toSet());
            return Stream.of("net/tcp", "net/tcp6")
                    .flatMap(table -> rows(process.resolve(table)))
                    .filter(row -> row[3].equals(LISTENING) && sockets.contains("socket:[" + row[9] + "]"))
                    .map(row -> Listener.of(row[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what a descriptor is, such as {@code socket:[4711]}; one that is closed meanwhile is none. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Stream<String[]> rows(Path table) {
        try {
            return Files.readAllLines(table).stream()
                    .skip(1)
                    .map(line -> line.strip().split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
