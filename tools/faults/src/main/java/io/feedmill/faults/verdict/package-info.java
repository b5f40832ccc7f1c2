/** Decides from a request, the time and a seed what becomes of the request: no I/O, no lock. */
package io.feedmill.faults.verdict;
