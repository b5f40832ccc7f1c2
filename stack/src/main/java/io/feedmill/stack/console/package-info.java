/** What the user sees: lines, and bars where there is a terminal. */
@NullMarked
package io.feedmill.stack.console;

import org.jspecify.annotations.NullMarked;
