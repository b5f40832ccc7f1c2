@NullMarked
package io.feedmill.drills.chaos.plan;

import org.jspecify.annotations.NullMarked;
