/** Pages of lists: what asks for one and what answers it. */
@NullMarked
package io.feedmill.api.page;

import org.jspecify.annotations.NullMarked;
