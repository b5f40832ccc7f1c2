@NullMarked
package io.feedmill.local.audit;

import org.jspecify.annotations.NullMarked;
