@NullMarked
package io.feedmill.bench.workload;

import org.jspecify.annotations.NullMarked;
