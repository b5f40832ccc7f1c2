package io.feedmill.bench.streamframework;

/** What came of setting Stream-Framework up. */
public sealed interface Setup {

    /** It can be started. */
    record Ready(Installation installation) implements Setup {}

    /**
     * This machine cannot have it.
     *
     * @param reason a sentence
     */
    record Missing(String reason) implements Setup {

        /** For those who miss its figures. */
        public String note() {
            return "Stream-Framework was not measured. " + reason;
        }
    }
}
