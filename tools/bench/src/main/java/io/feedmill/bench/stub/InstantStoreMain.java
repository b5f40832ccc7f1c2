package io.feedmill.bench.stub;

import io.feedmill.emulators.ChildMain;
import io.feedmill.faults.http.ExchangeHandler;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import java.util.List;
import org.eclipse.jetty.server.Handler;

/** The process behind {@link InstantStore}: listens on any free port of 127.0.0.1 until its parent ends it. */
public final class InstantStoreMain {

    private InstantStoreMain() {}

    /** The arguments are {@link StoreOptions#words()}. */
    public static void main(String[] arguments) throws Exception {
        StoreOptions options = StoreOptions.of(List.of(arguments));
        ChildMain.announce(new ProxyServer(handler(options), 0).start());
        // The server's threads are daemons: without this one the process would end.
        Thread.currentThread().join();
    }

    private static Handler handler(StoreOptions options) {
        Tally tally = new Tally();
        Pacing pacing = new Pacing(System::nanoTime);
        ExchangeHandler others = new ExchangeHandler(new StoreExchange(
                new Upstream(options.behind()), FollowerModel.named(options.followers()), pacing, tally));
        return switch (options.feeds()) {
            case ANSWERED -> new FeedWrites(new FeedTable(pacing, tally), pacing, others);
            case FORWARDED -> others;
        };
    }
}
