@NullMarked
package io.feedmill.drills.drill;

import org.jspecify.annotations.NullMarked;
