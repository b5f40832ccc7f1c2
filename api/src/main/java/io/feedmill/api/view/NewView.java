package io.feedmill.api.view;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The body of a request to count a view. */
record NewView(@JsonProperty(required = true) String viewer) {}
