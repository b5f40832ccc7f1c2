@NullMarked
package io.feedmill.local.load;

import org.jspecify.annotations.NullMarked;
