package io.feedmill.worker;

import io.feedmill.testkit.server.NeedsDocker;

/** The fan-out on LocalStack. */
@NeedsDocker
class LocalStackFanoutIT extends FanoutContract {

    @Override
    Endpoints endpoints() {
        return Endpoints.localStack();
    }
}
