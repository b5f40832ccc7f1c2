@NullMarked
package io.feedmill.bench.peer;

import org.jspecify.annotations.NullMarked;
