package io.feedmill.cli.command;

import io.feedmill.common.follow.FollowLines;
import io.feedmill.common.follow.FollowStore.Follow;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/** A file that a command reads to its end, also a pipe, which has no size; {@code -} is standard input. What gzip has compressed, under any name, is decompressed. */
public record InputFile(Path path) {
    private static final int GZIP_MAGIC = 0x1f8b;

    /** Returns whether it can be read again. */
    public boolean isRegular() {
        return !isStandardInput() && Files.isRegularFile(path);
    }

    private boolean isStandardInput() {
        return path.toString().equals("-");
    }

    /** Opens the file, and reports the number of its bytes that are read. Throws a {@link CommandException} if it cannot be read. */
    public InputStream open(LongConsumer read) {
        try {
            InputStream file = new BufferedInputStream(isStandardInput() ? System.in : Files.newInputStream(path));
            file.mark(2);
            int magic = (file.read() << 8) | file.read();
            file.reset();
            InputStream bytes = counted(file, read);
            return magic == GZIP_MAGIC ? new GZIPInputStream(bytes) : bytes;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static InputStream counted(InputStream file, LongConsumer read) {
        return new FilterInputStream(file) {
            private long sum;

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int count = super.read(bytes, from, length);
                sum += Math.max(0, count);
                read.accept(sum);
                return count;
            }
        };
    }

    /** Returns the text, which is UTF-8. Throws a {@link CommandException}. */
    public String text() {
        try (InputStream in = open(read -> {})) {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(in.readAllBytes()))
                    .toString();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Calls for each follow, and returns in words what was ignored. Throws a {@link CommandException} at the first bad line, or if there is no follow. */
    public String follows(Consumer<Follow> each) {
        try (InputStream in = open(read -> {})) {
            FollowLines lines = new FollowLines(in, this::reject);
            if (lines.follows().peek(line -> each.accept(line.follow())).count() == 0) {
                throw new CommandException("%s has no follow.".formatted(path));
            }
            return FollowLines.sentence(lines.ignored());
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private void reject(long number, String reason) {
        throw new CommandException("Line %d of %s is no follow: %s.".formatted(number, path, reason));
    }

    private CommandException unreadable(Exception cause) {
        return new CommandException("%s cannot be read.".formatted(path), cause);
    }
}
