/** Times as clients see them and say them. */
@NullMarked
package io.feedmill.api.time;

import org.jspecify.annotations.NullMarked;
