@NullMarked
package io.feedmill.drills;

import org.jspecify.annotations.NullMarked;
