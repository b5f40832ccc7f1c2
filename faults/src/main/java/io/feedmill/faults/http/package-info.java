/** Takes requests from clients, forwards them to the target and carries out what was decided. */
@NullMarked
package io.feedmill.faults.http;

import org.jspecify.annotations.NullMarked;
