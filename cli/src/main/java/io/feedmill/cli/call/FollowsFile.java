package io.feedmill.cli.call;

import io.feedmill.cli.command.CommandException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of follows on its way to the API; the bar shows how much of it is sent. */
record FollowsFile(Path file, ProgressBar bar) {

    /** A repeated call reads the file again. Throws a {@link CommandException} if it cannot be read. */
    BodyPublisher body() {
        try {
            long size = Files.size(file);
            Files.newInputStream(file).close();
            return size == 0
                    ? BodyPublishers.noBody()
                    : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> open(size)), size);
        } catch (IOException e) {
            throw new CommandException("%s cannot be read.".formatted(file), e);
        }
    }

    private InputStream open(long size) {
        try {
            return new FilterInputStream(Files.newInputStream(file)) {
                private long sent;

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    int count = super.read(bytes, from, length);
                    sent += Math.max(0, count);
                    bar.at(sent, size);
                    return count;
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
