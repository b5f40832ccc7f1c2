@NullMarked
package io.feedmill.stack.graph;

import org.jspecify.annotations.NullMarked;
