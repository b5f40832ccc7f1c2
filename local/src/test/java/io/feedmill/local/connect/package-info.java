@NullMarked
package io.feedmill.local.connect;

import org.jspecify.annotations.NullMarked;
