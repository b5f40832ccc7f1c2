@NullMarked
package io.feedmill.drills.rig;

import org.jspecify.annotations.NullMarked;
