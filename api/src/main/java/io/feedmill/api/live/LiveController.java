package io.feedmill.api.live;

import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.feed.ExtrasQuery.Extras;
import io.feedmill.api.feed.FeedItemResponse;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.live.LiveStream.EventWriter;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.OngoingCall;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping(path = "/v1/feeds/home/{user}/live", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
record LiveController(LiveStreams streams, Cursors cursors, JsonMapper json, ApiMetrics metrics) {
    private static final Logger LOG = LoggerFactory.getLogger(LiveController.class);

    /** The first page is read before the answer begins: if it cannot be read, the answer is a problem. */
    @GetMapping
    @Access(scope = Scope.FEED, owner = "{user}", endless = true)
    void liveHomeFeed(
            @PathVariable String user, OngoingCall call, HttpServletRequest request, HttpServletResponse response)
            throws InterruptedException {
        UserId reader = ClientIds.user("user", user);
        if (request.getMethod().equals("HEAD")) {
            describe(response);
            return;
        }
        HomeLoop loop = streams.open(reader);
        try {
            HomePage first = loop.now();
            describe(response);
            EventWriter events = new EventWriter(response.getOutputStream(), json);
            events.write(
                    "page",
                    FeedItemResponse.page(PageQuery.first(cursors, call.caller()), reader, first, post -> Extras.NONE));
            events.flush();
            new LiveStream(loop, call, events, streams::isStopping, metrics).follow(first);
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("Client left its live feed, or did not read it");
        } finally {
            streams.close(loop);
        }
    }

    /** Proxies neither keep, compress nor collect the events; the connection ends with them. */
    private static void describe(HttpServletResponse response) {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no");
        response.setHeader(HttpHeaders.CONNECTION, "close");
    }
}
