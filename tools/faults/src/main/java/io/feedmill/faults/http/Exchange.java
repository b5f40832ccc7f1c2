package io.feedmill.faults.http;

/** What a proxy does with requests. Thread-safe. */
public interface Exchange {

    /** Serves one request, on a thread of its own: the client gets an answer, or loses its connection. */
    void serve(HttpCall call, Client client) throws InterruptedException;

    /** Whether a connection is reset that has just been opened. */
    default boolean resetsNewConnection() {
        return false;
    }
}
