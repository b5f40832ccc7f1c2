@NullMarked
package io.feedmill.worker.relay;

import org.jspecify.annotations.NullMarked;
