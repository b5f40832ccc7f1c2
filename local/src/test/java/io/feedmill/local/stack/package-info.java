@NullMarked
package io.feedmill.local.stack;

import org.jspecify.annotations.NullMarked;
