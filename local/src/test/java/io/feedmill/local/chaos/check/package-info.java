@NullMarked
package io.feedmill.local.chaos.check;

import org.jspecify.annotations.NullMarked;
