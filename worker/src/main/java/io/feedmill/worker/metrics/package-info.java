/** The names of what the worker counts. */
@NullMarked
package io.feedmill.worker.metrics;

import org.jspecify.annotations.NullMarked;
