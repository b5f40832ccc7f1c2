@NullMarked
package io.feedmill.worker.pressure;

import org.jspecify.annotations.NullMarked;
