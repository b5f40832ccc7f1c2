package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class CommandIT {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"--api-port", "--management-port", "--worker-port", "--dynamodb-port", "--sqs-port"})
    void aTakenPortIsOneSentenceBeforeAnythingStarts(String option) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                FeedmillCommand local =
                        FeedmillCommand.onAnyPort(folder, Map.of(), "local", option + "=" + taken.getLocalPort())) {
            EndedCommand ended = EndedCommand.await(local, 1);
            ended.assertErr()
                    .startsWith("Port %d for ".formatted(taken.getLocalPort()))
                    .contains("(%s) is taken; stop the program that listens there or choose another port."
                            .formatted(option))
                    .hasLineCount(1);
            ended.assertOut().isEmpty();
            assertThat(local.children()).isEmpty();
        }
    }

    @Test
    @Tag("full")
    void aSignalWhileItStartsLeavesNoProcess() throws Exception {
        try (FeedmillCommand local = FeedmillCommand.onAnyPort(folder, Map.of(), "local")) {
            local.awaitOutput("creating tables");
            List<ProcessHandle> children = local.children();
            assertThat(children).isNotEmpty();
            local.signal("TERM");
            EndedCommand ended = EndedCommand.await(local, 143);
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            ended.assertErr().isEmpty();
        }
    }
}
