/** The names of this module's metrics. */
@NullMarked
package io.feedmill.api.metric;

import org.jspecify.annotations.NullMarked;
