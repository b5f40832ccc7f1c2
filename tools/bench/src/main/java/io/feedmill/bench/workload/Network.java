package io.feedmill.bench.workload;

/** Users numbered from 1, and who follows each of them: a pure function of the numbers, so that nothing has to be stored to be looked up. */
public interface Network {

    /** How many users there are. */
    int users();

    /** Of the user of this number. */
    Following followersOf(int author);
}
