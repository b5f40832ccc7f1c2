package io.feedmill.bench.micro;

import java.io.IOException;

/** A process that allocates 8 MiB on a virtual thread for each byte that it reads, holds the last 8 MiB, and answers with a byte. */
final class Allocator {
    private static byte[] held = new byte[0];

    private Allocator() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.write(0);
        System.out.flush();
        while (System.in.read() >= 0) {
            Thread.ofVirtual().start(() -> held = new byte[8 << 20]).join();
            System.out.write(held.length >> 20);
            System.out.flush();
        }
    }
}
