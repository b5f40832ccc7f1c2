/** What tests stand on: fakes of every store, a clock to set, and deterministic interleavings of handlers. */
@NullMarked
package io.feedmill.testkit;

import org.jspecify.annotations.NullMarked;
