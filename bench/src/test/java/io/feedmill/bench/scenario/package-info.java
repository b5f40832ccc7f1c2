@NullMarked
package io.feedmill.bench.scenario;

import org.jspecify.annotations.NullMarked;
