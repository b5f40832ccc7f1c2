/** Decides from a request, the time and a seed what becomes of the request: no I/O, no lock. */
@NullMarked
package io.feedmill.faults.verdict;

import org.jspecify.annotations.NullMarked;
