/** Where files for people go: a directory or a bucket. */
@NullMarked
package io.feedmill.worker.files;

import org.jspecify.annotations.NullMarked;
