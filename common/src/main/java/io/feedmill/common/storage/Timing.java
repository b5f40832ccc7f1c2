package io.feedmill.common.storage;

import io.feedmill.common.storage.Backoff.Sleeper;
import java.util.random.RandomGenerator;

/** The clocks, the waits and the jitter of calls. */
public record Timing(SuspendSafeClock clocks, Sleeper sleeper, RandomGenerator random) {}
