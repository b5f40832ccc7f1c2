@NullMarked
package io.feedmill.stack;

import org.jspecify.annotations.NullMarked;
