package io.feedmill.chaos.plan;

/** That a user follows an author, or may. */
public record Relation(String user, String author) {}
