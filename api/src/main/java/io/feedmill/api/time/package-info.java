/** Times as clients see them. */
@NullMarked
package io.feedmill.api.time;

import org.jspecify.annotations.NullMarked;
