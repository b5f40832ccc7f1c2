@NullMarked
package io.feedmill.local.rig;

import org.jspecify.annotations.NullMarked;
