@NullMarked
package io.feedmill.local.console;

import org.jspecify.annotations.NullMarked;
