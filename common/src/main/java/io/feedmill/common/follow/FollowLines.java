package io.feedmill.common.follow;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.util.StringUtils;

/**
 * Reads follows in constant memory, a line {@code FOLLOWER AUTHOR} each, in UTF-8. Imports, the demo and estimates read with it, so that a file means the
 * same to all. Ignored, and counted, are a {@code comment}, which begins with {@code #} or {@code %}; a {@code header}: before the first follow, two names
 * of columns or a number alone; a {@code self}, whose follower is the author; and a {@code weight}: one or two numbers after the author. Not thread-safe.
 */
public final class FollowLines {
    private static final int MAX_LINE_BYTES = 1024;
    private static final int MAX_WORDS = 4;
    private static final String BLANKS = " \t";
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]*[.]?[0-9]+([eE][+-]?[0-9]+)?");
    private static final Pattern COLUMN = Pattern.compile(
            "(?i)(from|to|source|src|target|dst|dest|destination|follower|followee|followed|following|author|user|node)([_.-]?(node|user))?([_.-]?id)?"
                    + "|(node|id)[_.-]?[12]");

    private final LineReader reader;
    private final BiConsumer<Long, String> rejection;
    private final Map<String, Long> ignored = new TreeMap<>();
    private boolean begun;

    /** @param rejection takes the number of a line that is no follow and is not ignored, and the reason */
    public FollowLines(InputStream in, BiConsumer<Long, String> rejection) {
        this.reader = new LineReader(in, MAX_LINE_BYTES);
        this.rejection = rejection;
    }

    /** A follow, and the number of its line; the first line has 1. */
    public record FollowLine(long number, Follow follow) {}

    /** Returns the follows. Throws an {@link UncheckedIOException} if the input breaks off. */
    public Stream<FollowLine> follows() {
        return Stream.iterate(next(), Optional::isPresent, previous -> next()).flatMap(Optional::stream);
    }

    /** Returns how many lines were ignored, by kind in alphabetical order, and how many weights. */
    public Map<String, Long> ignored() {
        return Collections.unmodifiableMap(ignored);
    }

    /** Words what was ignored; empty if nothing was. */
    public static String sentence(Map<String, Long> ignored) {
        return new TreeMap<>(ignored)
                .entrySet().stream()
                        .map(kind -> String.format(Locale.ROOT, "%s %,d", kind.getKey(), kind.getValue()))
                        .collect(Collectors.joining(", ", ignored.isEmpty() ? "" : "ignored: ", ""));
    }

    private Optional<FollowLine> next() {
        try {
            Optional<Follow> follow = Optional.empty();
            while (follow.isEmpty() && reader.next()) {
                follow = parse();
            }
            return follow.map(it -> new FollowLine(reader.number(), it));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Follow> parse() {
        if (reader.tooLong()) {
            return reject("the line is too long");
        }
        return reader.text()
                .map(text -> reader.number() == 1 ? text.replaceFirst("^\uFEFF", "") : text)
                .map(text -> parse(List.of(StringUtils.tokenizeToStringArray(text, BLANKS, false, true))))
                .orElseGet(() -> reject("the line is not UTF-8"));
    }

    private Optional<Follow> parse(List<String> words) {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        if (words.getFirst().startsWith("#") || words.getFirst().startsWith("%")) {
            return ignore("comment");
        }
        if (!begun && isHeader(words)) {
            return ignore("header");
        }
        if (words.size() < 2 || words.size() > MAX_WORDS || !isAll(NUMBER, words.subList(2, words.size()))) {
            return reject("expected a follower and an author, found " + words.size() + " words");
        }
        return follow(words.getFirst(), words.get(1), words.size() > 2);
    }

    private static boolean isHeader(List<String> words) {
        return words.size() == 1
                ? isAll(NUMBER, words)
                : words.size() <= MAX_WORDS && isAll(COLUMN, words.subList(0, 2));
    }

    private static boolean isAll(Pattern form, List<String> words) {
        return words.stream().allMatch(word -> form.matcher(word).matches());
    }

    private Optional<Follow> follow(String follower, String author, boolean isWeighted) {
        if (!UserId.isValid(follower)) {
            return reject("the follower's id is not valid");
        }
        if (!UserId.isValid(author)) {
            return reject("the author's id is not valid");
        }
        begun = true;
        if (follower.equals(author)) {
            return ignore("self");
        }
        if (isWeighted) {
            ignored.merge("weight", 1L, Long::sum);
        }
        return Optional.of(new Follow(new UserId(follower), new UserId(author)));
    }

    private Optional<Follow> ignore(String kind) {
        ignored.merge(kind, 1L, Long::sum);
        return Optional.empty();
    }

    private Optional<Follow> reject(String reason) {
        rejection.accept(reader.number(), reason);
        return Optional.empty();
    }

    /** Reads lines that end with LF or CRLF, in constant memory. Not thread-safe. */
    static final class LineReader {
        private final InputStream in;
        private final byte[] line;
        private int length;
        private long number;

        /** @param limit the maximum number of bytes of a line that are kept */
        LineReader(InputStream in, int limit) {
            this.in = new BufferedInputStream(in, 16 * 1024);
            this.line = new byte[limit];
        }

        /** Reads the next line; returns false at the end. */
        boolean next() throws IOException {
            length = 0;
            int next = in.read();
            if (next < 0) {
                return false;
            }
            number++;
            for (; next >= 0 && next != '\n'; next = in.read()) {
                append((byte) next);
            }
            return true;
        }

        /** Returns the number of the line; the first line has 1. */
        long number() {
            return number;
        }

        boolean tooLong() {
            return length > line.length;
        }

        /** Returns the line without its end; empty if it is not UTF-8. Only for a line that is not too long. */
        Optional<String> text() {
            int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
            try {
                ByteBuffer bytes = ByteBuffer.wrap(line, 0, end);
                return Optional.of(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        }

        private void append(byte next) {
            if (length < line.length) {
                line[length] = next;
            }
            length = Math.min(length + 1, line.length + 1);
        }
    }
}
