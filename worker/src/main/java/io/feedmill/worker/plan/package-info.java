/** Planning: from a job to its slices. */
@NullMarked
package io.feedmill.worker.plan;

import org.jspecify.annotations.NullMarked;
