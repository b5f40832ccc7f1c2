/** The admin call that lists the distinct partition keys of a table. */
@NullMarked
package io.feedmill.api.partition;

import org.jspecify.annotations.NullMarked;
