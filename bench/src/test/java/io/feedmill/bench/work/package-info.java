@NullMarked
package io.feedmill.bench.work;

import org.jspecify.annotations.NullMarked;
