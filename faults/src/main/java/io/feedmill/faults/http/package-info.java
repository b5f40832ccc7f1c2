/** Takes requests from clients, forwards them to the target and carries out what was decided: the faults of a script, or whatever an exchange does. */
@NullMarked
package io.feedmill.faults.http;

import org.jspecify.annotations.NullMarked;
