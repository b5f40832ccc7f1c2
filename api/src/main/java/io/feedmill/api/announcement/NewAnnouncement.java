package io.feedmill.api.announcement;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The body of a request to announce. */
record NewAnnouncement(@JsonProperty(required = true) String text) {}
