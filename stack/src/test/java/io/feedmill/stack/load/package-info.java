@NullMarked
package io.feedmill.stack.load;

import org.jspecify.annotations.NullMarked;
