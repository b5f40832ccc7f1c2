/** Request bodies: how large they may be and how strictly their JSON is read. */
@NullMarked
package io.feedmill.api.body;

import org.jspecify.annotations.NullMarked;
