@NullMarked
package io.feedmill.drills.chaos.check;

import org.jspecify.annotations.NullMarked;
