/** What an answer that is no success looks like, whoever gives it: us, Spring MVC or the servlet container. */
@NullMarked
package io.feedmill.api.problem;

import org.jspecify.annotations.NullMarked;
