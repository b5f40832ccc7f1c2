@NullMarked
package io.feedmill.bench.plot;

import org.jspecify.annotations.NullMarked;
