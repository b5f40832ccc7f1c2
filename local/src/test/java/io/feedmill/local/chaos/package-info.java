@NullMarked
package io.feedmill.local.chaos;

import org.jspecify.annotations.NullMarked;
