@NullMarked
package io.feedmill.bench.report;

import org.jspecify.annotations.NullMarked;
