@NullMarked
package io.feedmill.worker.view;

import org.jspecify.annotations.NullMarked;
