@NullMarked
package io.feedmill.drills.chaos;

import org.jspecify.annotations.NullMarked;
