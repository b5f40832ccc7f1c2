package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.graph.EdgeListReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowersTest {
    private final Followers followers = new Followers();

    @Test
    void anAuthorsNameHasTheNumberOfFollowers() {
        assertThat(followers.of("gen-3-x")).hasValue(List.of("f0000000", "f0000001", "f0000002"));
        assertThat(followers.of(Followers.author(1_000_000, "a")).orElseThrow())
                .hasSize(1_000_000)
                .last()
                .isEqualTo("f0999999");
    }

    @Test
    void otherAuthorsAreUnknown() {
        assertThat(followers.of("alice")).isEmpty();
        assertThat(followers.of("gen-12345678-x")).isEmpty();
        assertThat(followers.of("gen-3-")).isEmpty();
    }

    @Test
    void aGraphsFollowersAreAscending(@TempDir Path folder) throws IOException {
        Path edges = Files.writeString(folder.resolve("edges"), "dan alice\nbob alice\nalice bob\n");
        Followers ofGraph = new Followers(EdgeListReader.read(edges, false));
        assertThat(ofGraph.of("alice")).hasValue(List.of("bob", "dan"));
        assertThat(ofGraph.of("dan")).isEmpty();
        assertThat(ofGraph.of("gen-2-x")).hasValue(List.of("f0000000", "f0000001"));
    }
}
