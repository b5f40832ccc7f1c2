@NullMarked
package io.feedmill.local.graph;

import org.jspecify.annotations.NullMarked;
