/** The command that lists the distinct partition keys of a table. */
@NullMarked
package io.feedmill.local.partition;

import org.jspecify.annotations.NullMarked;
