/** What is measured: a scenario sets up its contenders, lets them take turns, and judges its goals. */
@NullMarked
package io.feedmill.bench.scenario;

import org.jspecify.annotations.NullMarked;
