package io.feedmill.api.problem;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Answers requests that Tomcat refuses before it selects an application: Tomcat's own page is HTML and names the server. */
public final class ProblemReportValve extends ErrorReportValve {

    /** Closes the connection of a body that came too slowly: reading the rest would wait for the client again. */
    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        super.invoke(request, response);
        if (response.getStatus() == HttpServletResponse.SC_REQUEST_TIMEOUT) {
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable error) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            ProblemWriter.write(ProblemType.problemOfStatus(response.getStatus()), request.getRequestURI(), response);
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("Client closed the connection before the answer", e);
        }
    }

    /** Replaces Tomcat's error report. A client that waits with its body for 100 gets a refusal instead. */
    @Component
    static final class Installer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

        @Override
        public void customize(TomcatServletWebServerFactory factory) {
            factory.addConnectorCustomizers(connector -> connector.setProperty("continueResponseTiming", "onRead"));
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemReportValve.class.getName());
                }
            });
        }
    }
}
