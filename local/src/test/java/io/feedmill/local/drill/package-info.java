@NullMarked
package io.feedmill.local.drill;

import org.jspecify.annotations.NullMarked;
