@NullMarked
package io.feedmill.faults.protocol;

import org.jspecify.annotations.NullMarked;
