@NullMarked
package io.feedmill.local.demo;

import org.jspecify.annotations.NullMarked;
