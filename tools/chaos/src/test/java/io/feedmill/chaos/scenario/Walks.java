package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.Workspace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs the commands of pages in {@code docs/} against an API.
 *
 * @param folder has a launcher that signs tokens with the keys
 */
record Walks(URI api, Path keys, Path folder) {
    static final List<String> PAGES = List.of(
            "walk",
            "security",
            "feeds",
            "rooms",
            "devices",
            "views",
            "reports",
            "places",
            "documents",
            "partitions",
            "announcements");

    private static final Pattern SHELL = Pattern.compile("(?ms)^```sh$(.*?)^```$");

    void run(String page) throws IOException, InterruptedException {
        Workspace workspace = Workspace.configured();
        String text = Files.readString(workspace.root().resolve("docs/%s.md".formatted(page)));
        String script = SHELL.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(block -> block.replaceAll("(?m)^```.*$", ""))
                .collect(Collectors.joining())
                .replaceAll("(?m)^api=.*", "api=" + api);
        Path launcher = folder.resolve("feedmill");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec %s -XX:TieredStopAtLevel=1 -jar %s \"$@\" --keys %s\n"
                        .formatted(Path.of(System.getProperty("java.home"), "bin/java"), workspace.jar("cli"), keys));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        Path log = folder.resolve(page + ".log");
        Process bash = new ProcessBuilder("bash", "-eu", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = bash.waitFor(2, TimeUnit.MINUTES);
        bash.destroyForcibly();
        assertThat(ended && bash.waitFor() == 0)
                .as("%s: %s", page, Files.readString(log))
                .isTrue();
    }
}
