@NullMarked
package io.feedmill.local.chaos.plan;

import org.jspecify.annotations.NullMarked;
