@NullMarked
package io.feedmill.local.partition;

import org.jspecify.annotations.NullMarked;
