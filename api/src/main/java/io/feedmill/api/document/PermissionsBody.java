package io.feedmill.api.document;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who may read a post: {@code "public"}, {@code "followers"} or a list of users. */
record PermissionsBody(@JsonProperty(required = true) Object permissions) {}
