package io.feedmill.api.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Makes room for a page of 50 usual posts, so that it has a length and is one write. With Tomcat's 8 KiB it is chunks and four writes. */
@Component
final class ResponseBuffers extends OncePerRequestFilter
        implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    private static final int BYTES = 16 * 1024;

    /** Every connection has a buffer for its socket. */
    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addConnectorCustomizers(
                connector -> connector.setProperty("socket.appWriteBufSize", Integer.toString(BYTES)));
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setBufferSize(BYTES);
        chain.doFilter(request, response);
    }
}
