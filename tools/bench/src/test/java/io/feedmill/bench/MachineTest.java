package io.feedmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

    @Test
    void tellsTheModelOfTheFirstCore(@TempDir Path folder) throws IOException {
        Path info = folder.resolve("cpuinfo");
        Files.writeString(info, "processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\nmodel name\t: other\n");
        assertThat(Machine.cpu(info)).isEqualTo("Fast CPU @ 3 GHz");
    }

    @Test
    void tellsTheArchitectureWhereThereIsNoModel(@TempDir Path folder) {
        assertThat(Machine.cpu(folder.resolve("none"))).isEqualTo(System.getProperty("os.arch"));
    }

    @Test
    void namesNeitherTheHostNorAFolder() throws IOException {
        Machine here = Machine.here();
        assertThat(here.cores()).isPositive();
        assertThat(here.memoryMib()).isPositive();
        assertThat(here.toString())
                .doesNotContain(
                        InetAddress.getLocalHost().getHostName(),
                        System.getProperty("user.dir"),
                        System.getProperty("java.home"));
    }

    @Test
    void knowsWhatTookPart(@TempDir Path noClone) {
        Build build = Build.of(noClone);
        assertThat(build.version()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(build.commit()).isEqualTo("unknown");
        assertThat(build.versions()).containsOnlyKeys("DynamoDB Local", "ElasticMQ", "AWS SDK");
        assertThat(build.versions().values()).allMatch(version -> version.matches("\\d+(\\.\\d+)+"));
    }
}
