package io.feedmill.api.problem;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Answers the failures outside Spring MVC: those in filters, and those that the container forwards to this application. */
@Controller
final class ProblemErrorController implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() != DispatcherType.ERROR) {
            ProblemWriter.write(404, request, response);
            return;
        }
        String path = (String) request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        int status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer known ? known : 500;
        ProblemWriter.write(ProblemType.problemOfStatus(status), path, response);
    }
}
