package io.feedmill.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortsTest {

    /** Linux has the widest range of these: it begins at 32768. */
    @Test
    void findsPortsThatNoOutgoingConnectionTakes() {
        assertThat(IntStream.range(0, 50).map(each -> Ports.findFree()))
                .allMatch(port -> port >= 1_024 && port < 32_768)
                .doesNotHaveDuplicates();
    }

    @Test
    void aPortIsTakenWhileSomebodyListens() throws IOException {
        int port = Ports.findFree();
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(Ports.isFree(taken.getLocalPort())).isFalse();
        }
        assertThat(Ports.isFree(port)).isTrue();
    }
}
