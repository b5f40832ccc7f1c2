@NullMarked
package io.feedmill.local;

import org.jspecify.annotations.NullMarked;
