/** The admin calls that announce a post to everyone, and tell how far it has come. */
@NullMarked
package io.feedmill.api.announcement;

import org.jspecify.annotations.NullMarked;
