package io.feedmill.cli.estimate;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.estimate.Authors.Group;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Counts the followers of a file of follows, a line {@code <follower> <author>} each. Lines that are empty, begin with {@code #} or {@code %}, or have one
 * number before the first follow are skipped, as the demo does.
 */
final class FollowsReader {
    private static final int GZIP_MAGIC = 0x1f8b;

    private final Path file;
    private final Map<String, Integer> followers = new HashMap<>();
    private long line;

    private FollowsReader(Path file) {
        this.file = file;
    }

    /** Reads the file, also one compressed by gzip. Throws a {@link CommandException}. */
    static Authors read(Path file) {
        return new FollowsReader(file).read();
    }

    private Authors read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(this::take);
        } catch (IOException | UncheckedIOException e) {
            throw new CommandException("%s cannot be read.".formatted(file), e);
        }
        if (followers.isEmpty()) {
            throw new CommandException("%s has no follow.".formatted(file));
        }
        List<Group> groups = followers.values().stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .map(group -> new Group(group.getValue(), group.getKey()))
                .toList();
        return new Authors(groups, Collections.max(followers.values()));
    }

    private InputStream open() throws IOException {
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
        bytes.mark(2);
        int magic = (bytes.read() << 8) | bytes.read();
        bytes.reset();
        return magic == GZIP_MAGIC ? new GZIPInputStream(bytes) : bytes;
    }

    private void take(String text) {
        line++;
        StringTokenizer words = new StringTokenizer(text);
        if (!words.hasMoreTokens() || text.startsWith("#") || text.startsWith("%")) {
            return;
        }
        if (words.countTokens() == 2) {
            followers.merge(words.nextToken(), 0, Integer::sum);
            followers.merge(words.nextToken(), 1, Integer::sum);
        } else if (!followers.isEmpty() || !text.strip().chars().allMatch(Character::isDigit)) {
            throw new CommandException("Line %d of %s is no follow.".formatted(line, file));
        }
    }
}
