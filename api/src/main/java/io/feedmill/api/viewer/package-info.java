/** Who reads, and what they may read. */
@NullMarked
package io.feedmill.api.viewer;

import org.jspecify.annotations.NullMarked;
