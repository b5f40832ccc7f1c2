/** Who follows whom, in memory: read from a file or generated. */
@NullMarked
package io.feedmill.local.graph;

import org.jspecify.annotations.NullMarked;
