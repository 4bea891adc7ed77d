package dev.bookend.agent.call;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/// What a server says of its health: a message of gRPC with a status as its first field.
final class HealthStatus {
    private static final List<String> WORDS =
            List.of("UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN");
    private static final int VARINT = 0;
    private static final int BYTES = 2;
    private static final int LONGEST_VARINT = 10;

    private HealthStatus() {}

    static Reply reply(byte[] message) {
        if (message.length == 0) {
            return new Reply.Failed(
                    "the server gave no health status; it may not offer grpc.health.v1.Health, or"
                            + " not know the service");
        }
        try {
            var status = status(ByteBuffer.wrap(message));
            return status == WORDS.indexOf("SERVING")
                    ? new Reply.Done("")
                    : new Reply.Failed("the server's health status is " + word(status));
        } catch (BufferUnderflowException | IllegalArgumentException | ArithmeticException _) {
            return new Reply.Failed("the answer is no health status");
        }
    }

    private static String word(long status) {
        return status >= 0 && status < WORDS.size()
                ? WORDS.get((int) status)
                : String.valueOf(status);
    }

    private static long status(ByteBuffer message) {
        if (message.get() != 0 || message.getInt() != message.remaining()) {
            throw new IllegalArgumentException("compressed, or more than one message");
        }
        var status = 0L;
        while (message.hasRemaining()) {
            var tag = varint(message);
            var value = value(message, (int) (tag & 7));
            status = (tag >>> 3) == 1 ? value : status;
        }
        return status;
    }

    /// A number, or 0 for bytes, which are skipped.
    private static long value(ByteBuffer message, int kind) {
        var number = varint(message);
        if (kind == BYTES) {
            message.position(message.position() + Math.toIntExact(number));
            return 0;
        }
        if (kind != VARINT) {
            throw new IllegalArgumentException("a field of another kind");
        }
        return number;
    }

    private static long varint(ByteBuffer message) {
        var number = 0L;
        for (var i = 0; i < LONGEST_VARINT; i++) {
            var next = message.get();
            number |= (next & 0x7fL) << (7 * i);
            if (next >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number that does not end");
    }
}
