package io.feedmill.chaos.fuzz;

import java.util.List;

/** Odd methods and header lines. */
final class OddHeads {
    static final List<String> METHODS = Texts.of("""
            GET
            HEAD
            POST
            PUT
            DELETE
            PATCH
            OPTIONS
            TRACE
            CONNECT
            get
            PROPFIND
            FROB
            G\u0001T

            GET /v1/posts
            POST\t
            QUERY
            """, "X".repeat(300));

    static final List<String> HEADERS = Texts.of(
            """
            Content-Type: application/json;charset=UTF-16
            Content-Type: application/json;charset=ISO-8859-1
            Content-Type: application/json;charset=nonsense
            Content-Type: application/json;charset="
            Content-Type: application/json;charset=
            Content-Type: application/json; charset=x-JISAutoDetect
            Content-Type: application/problem+json
            Content-Type: text/plain
            Content-Type: text/plain;charset=latin1
            Content-Type: text/plain;charset=UTF-16
            Content-Type: text/plain;charset=%
            Content-Type: */*
            Content-Type: application/*
            Content-Type: nonsense
            Content-Type:\s
            Content-Type: a/b/c
            Content-Type: application/x-www-form-urlencoded
            Content-Type: multipart/form-data
            Content-Type: multipart/form-data; boundary=x
            Content-Type: application/json, text/plain
            Content-Type: application/cbor
            Content-Type: application/json; q=2
            Content-Encoding: gzip
            Accept: text/html
            Accept: */
            Accept: application/json;q=2
            Accept:\s
            Accept: ,
            Accept: x
            Accept: application/xml
            Accept: application/x-ndjson
            Accept: application/problem+json;q=0, */*;q=0.1
            Accept-Encoding: gzip, br, *;q=0
            Accept-Charset: nonsense
            Range: bytes=0-1
            Range: bytes=-1,5-,x
            Cookie: a=\u0001; b
            Authorization: Bearer \u00ff
            Authorization: Bearer
            Authorization: Bearer a.b.c
            Authorization: Bearer a b
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.
            Authorization: Basic YTpi
            Authorization: x
            Authorization:\s
            Origin: https://example.org
            Origin: null
            Referer: \u00e9
            X-Forwarded-For: 1.2.3.4
            X-Forwarded-Host: a b
            X-Forwarded-Proto: gopher
            X-Forwarded-Prefix: //x
            Forwarded: for=;;
            X-HTTP-Method-Override: DELETE
            Upgrade: h2c
            Upgrade: websocket
            Connection: upgrade
            Connection: close, x
            Connection: Content-Type
            Idempotency-Key:\s
            Idempotency-Key: \u00e9
            Idempotency-Key: a\tb
            Idempotency-Key: key-1
            Host: a b
            Host: [::1
            Host: x:99999
            Host:\s
            Host: \u00ff
            Bad Header: x
            : x
            No colon
            X:\u0000
            X: \u007f
            X\u00e9: x
            Traceparent: 00-zz-zz-01
            Date: never
            Transfer-Encoding: identity
            TE: trailers
            Keep-Alive: timeout=-1
            Max-Forwards: x
            """,
            " folded: x",
            "Accept: " + "a/b,".repeat(300),
            "Accept-Language: " + "x-".repeat(200),
            "Cookie: " + "a=b;".repeat(500),
            "Idempotency-Key: " + "k".repeat(255),
            "Idempotency-Key: " + "k".repeat(256),
            "X: " + "x".repeat(7_000),
            "X: " + "x".repeat(20_000));

    static final List<String> CONDITIONS = Texts.of("""
            If-Match: "1"
            If-Match: "999"
            If-Match: *
            If-Match: nonsense
            If-Match:\s
            If-Match: W/"1"
            If-None-Match: "1"
            If-None-Match: *
            If-None-Match: "
            If-None-Match: W/"x", "1"
            If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT
            If-Modified-Since: yesterday
            If-Modified-Since: -1
            If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT
            If-Unmodified-Since: x
            If-Range: "1"
            """, "If-Match: \"1\"\r\nIf-None-Match: \"1\"");

    static final List<String> PREFLIGHTS = Texts.of(
            """
            Access-Control-Request-Method: GET
            Origin: https://example.org
            """,
            "Origin: https://example.org\r\nAccess-Control-Request-Method: PUT",
            "Origin: x\r\nAccess-Control-Request-Method: \r\nAccess-Control-Request-Headers: ,");

    static final List<String> VERSIONS = Texts.of("""
            HTTP/1.0
            HTTP/0.9
            HTTP/2.0
            HTTP/1.2
            HTTP/9.9
            http/1.1
            HTTP/1.1 x

            FTP/1.1
            HTTP/11
            """);

    /** In front of a path. */
    static final List<String> BEFORE =
            List.of("/", "//", "", "/v2", "/.", "x", "http://x:1", "http://", "/v1/..", "/error");

    /** After a path. */
    static final List<String> AFTER = List.of("", "", "/", "//", ".json", "/..", "/.", "/x", ";", ":", "%20", "/error");

    static final List<String> TARGETS = Texts.of("""
            *
            /

            /error
            /actuator/health
            /actuator/prometheus
            /v1
            /v1/
            /favicon.ico
            localhost:80
            http://localhost/v1/posts
            https://[::1/x
            /WEB-INF/web.xml
            /%2e%2e/%2e%2e/etc/passwd
            ?
            #
            /index.html
            /v1/admin
            """, "/v1/posts/" + "a/".repeat(1_000));

    static final List<String> QUERIES = Texts.of("""
            =x
            &&
            viewer
            limit
            cursor
            prefix=2024
            _method=DELETE
            format=xml
            mediaType=x
            trace=true
            """, "a&".repeat(1_100));

    static final List<String> BODIES = List.of("{}", "x", "null", "\u0000", "x".repeat(140_000));

    private OddHeads() {}
}
