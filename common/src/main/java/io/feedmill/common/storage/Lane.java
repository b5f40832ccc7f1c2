package io.feedmill.common.storage;

/** The priority of writes that wait for each other. */
public enum Lane {
    /** Few and urgent writes: jobs that fit into one slice. */
    EXPRESS,
    /** Mass writes: slices, imports, repairs. They always get a share. */
    BULK
}
