@NullMarked
package io.feedmill.faults.queue;

import org.jspecify.annotations.NullMarked;
