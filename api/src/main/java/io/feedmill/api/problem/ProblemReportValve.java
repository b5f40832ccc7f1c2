package io.feedmill.api.problem;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/** Answers what Tomcat refuses before it knows whom the request is for: Tomcat's own page is HTML and names the server. */
public final class ProblemReportValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable error) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            ProblemWriter.write(Problem.ofStatus(response.getStatus()), request.getRequestURI(), response);
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("the client did not wait for the answer", e);
        }
    }
}
