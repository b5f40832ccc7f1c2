/** What a proxy has seen and injected. */
@NullMarked
package io.feedmill.faults.statistics;

import org.jspecify.annotations.NullMarked;
