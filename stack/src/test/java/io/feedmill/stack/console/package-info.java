@NullMarked
package io.feedmill.stack.console;

import org.jspecify.annotations.NullMarked;
