@NullMarked
package io.feedmill.worker.metrics;

import org.jspecify.annotations.NullMarked;
