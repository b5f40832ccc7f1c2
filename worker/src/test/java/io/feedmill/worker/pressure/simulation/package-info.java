/** The arithmetic of pressure in virtual time: workers against one table's capacity, without a server, a thread or a wait. */
@NullMarked
package io.feedmill.worker.pressure.simulation;

import org.jspecify.annotations.NullMarked;
