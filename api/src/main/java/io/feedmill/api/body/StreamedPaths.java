package io.feedmill.api.body;

/** Calls whose body is streamed: it never stands in memory, so that it needs no limit. */
public final class StreamedPaths {
    public static final String IMPORT = "/v1/follows:import";

    private StreamedPaths() {}
}
