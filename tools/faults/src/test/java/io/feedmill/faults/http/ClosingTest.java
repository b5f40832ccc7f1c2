package io.feedmill.faults.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests in process end without an error of the proxy when the proxy is closed or the client disconnects. */
class ClosingTest {

    @Test
    void aTargetThatIsClosedDoesNotAnswer() {
        Upstream target = new Upstream(URI.create("http://127.0.0.1:1"));
        target.close();
        HttpCall call = new HttpCall("POST", "/", List.of(), Body.EMPTY);
        assertThatThrownBy(() -> target.send(call))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aConnectionThatHasEndedNeedsNoReset() throws IOException {
        SocketChannel connection = SocketChannel.open();
        connection.close();
        assertThatCode(() -> Client.resetOnClose(connection)).doesNotThrowAnyException();
    }
}
