@NullMarked
package io.feedmill.local.verify;

import org.jspecify.annotations.NullMarked;
