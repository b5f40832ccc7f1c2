@NullMarked
package io.feedmill.bench.limit;

import org.jspecify.annotations.NullMarked;
