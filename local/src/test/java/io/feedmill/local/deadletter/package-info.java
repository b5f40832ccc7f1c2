@NullMarked
package io.feedmill.local.deadletter;

import org.jspecify.annotations.NullMarked;
