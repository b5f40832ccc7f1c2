/** Who follows whom, in memory: read from a file or generated. */
@NullMarked
package io.feedmill.stack.graph;

import org.jspecify.annotations.NullMarked;
