@NullMarked
package io.feedmill.faults;

import org.jspecify.annotations.NullMarked;
