/** What is measured: emulators, and Feedmill's production processes straight on them or on a stub. */
@NullMarked
package io.feedmill.bench.stack;

import org.jspecify.annotations.NullMarked;
