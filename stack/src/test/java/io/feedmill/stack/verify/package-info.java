@NullMarked
package io.feedmill.stack.verify;

import org.jspecify.annotations.NullMarked;
