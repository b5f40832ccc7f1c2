@NullMarked
package io.feedmill.bench.meter;

import org.jspecify.annotations.NullMarked;
