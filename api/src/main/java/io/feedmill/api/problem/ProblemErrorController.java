package io.feedmill.api.problem;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Answers what failed outside the handlers: in filters, or in the container once it knew that the request is for us. */
@Controller
final class ProblemErrorController implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() != DispatcherType.ERROR) {
            ProblemWriter.write(Problem.ofStatus(404), request, response);
            return;
        }
        String path = (String) request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        ProblemWriter.write(Problem.ofStatus(status(request)), path, response);
    }

    private static int status(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status ? status : 500;
    }
}
