@NullMarked
package io.feedmill.worker;

import org.jspecify.annotations.NullMarked;
