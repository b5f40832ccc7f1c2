package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From an import to what became of a post, by the commands. */
@Timeout(180)
@Tag("full")
class CallCommandsIT {
    private final String api = "--api=" + SharedStack.get().url("API");

    @Test
    void aPostIsPublishedReadAndExplained(@TempDir Path folder) throws Exception {
        Path follows = Files.writeString(folder.resolve("follows"), "cli-ben cli-ann\ncli-cleo cli-ann\n");
        assertThat(run("import", follows.toString())).isEqualTo("2 imported, 0 rejected");
        assertThat(run("unfollow", "cli-cleo", "cli-ann")).isEqualTo("not following");
        assertThat(run("follow", "cli-dan", "cli-ann")).isEqualTo("following");
        String post = run("post", "cli-ann", "hello");
        assertThat(run("status", post, "--watch")).isEqualTo("COMPLETE: 2 of 2 delivered, 0 skipped");
        assertThat(run("feed", "cli-ben")).endsWith("  %s  cli-ann  hello".formatted(post));
        assertThat(run("explain", post, "cli-ben")).isEqualTo("cli-ben has the post in the home feed.");
        assertThat(run("explain", post, "cli-cleo")).startsWith("cli-cleo is no recipient");
        assertThat(run("reports", "--json")).startsWith("[");
    }

    @Test
    void aWatchedFeedShowsWhatIsPublished() throws Exception {
        String first = run("post", "cli-eve", "first");
        try (FeedmillCommand watch =
                FeedmillCommand.start(SharedStack.folder(), Map.of(), Stream.of("feed", "cli-eve", "--watch", api))) {
            watch.awaitOutput(first + "  cli-eve  first");
            String second = run("post", "cli-eve", "second");
            watch.awaitOutput(second + "  cli-eve  second");
            watch.signal("TERM");
            EndedCommand.await(watch, 143).assertErr().isEmpty();
        }
    }

    private String run(String... words) throws Exception {
        Stream<String> line = Stream.concat(Stream.of(words), Stream.of(api));
        try (FeedmillCommand command = FeedmillCommand.start(SharedStack.folder(), Map.of(), line)) {
            EndedCommand ended = EndedCommand.await(command, 0);
            ended.assertErr().isEmpty();
            return ended.out().strip();
        }
    }
}
