@NullMarked
package io.feedmill.local.inject;

import org.jspecify.annotations.NullMarked;
