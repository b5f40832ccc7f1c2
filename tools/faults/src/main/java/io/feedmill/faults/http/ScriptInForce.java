package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Script;
import io.feedmill.faults.verdict.Judge;
import io.feedmill.faults.verdict.MessageFate;
import io.feedmill.faults.verdict.Verdict;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The script that holds now: one request after the other is judged by it. Thread-safe. */
public final class ScriptInForce {
    private final LongSupplier nanoTime;
    private final Lock lock = new ReentrantLock();
    private volatile Judge judge;

    public ScriptInForce(Script script, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.judge = new Judge(script, nanoTime.getAsLong());
    }

    /** Puts another script in, whose time begins now. */
    public void replace(Script script) {
        judge = new Judge(script, nanoTime.getAsLong());
    }

    public boolean isOutage() {
        return judge.isOutage(nanoTime.getAsLong());
    }

    Verdict judge(ApiCall call) {
        if (judge.readsBody(call)) {
            call.json();
        }
        lock.lock();
        try {
            return judge.judge(call, nanoTime.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    List<MessageFate> judgeMessages(ApiCall call, int messages) {
        lock.lock();
        try {
            return judge.judgeMessages(call, messages, nanoTime.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    long now() {
        return nanoTime.getAsLong();
    }
}
