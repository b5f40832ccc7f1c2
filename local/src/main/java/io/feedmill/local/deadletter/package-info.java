/** Dead letters for the one who operates Feedmill: shown, and sent on their way again. */
@NullMarked
package io.feedmill.local.deadletter;

import org.jspecify.annotations.NullMarked;
