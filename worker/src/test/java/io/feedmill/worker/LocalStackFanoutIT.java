package io.feedmill.worker;

import io.feedmill.testkit.server.NeedsDocker;
import org.junit.jupiter.api.Tag;

/** The fan-out on LocalStack. */
@NeedsDocker
@Tag("full")
class LocalStackFanoutIT extends FanoutContract {

    @Override
    Endpoints endpoints() {
        return Endpoints.localStack();
    }
}
