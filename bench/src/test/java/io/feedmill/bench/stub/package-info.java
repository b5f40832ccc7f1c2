@NullMarked
package io.feedmill.bench.stub;

import org.jspecify.annotations.NullMarked;
