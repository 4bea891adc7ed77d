package dev.bookend.runtime.process.wire;

import java.util.Optional;
import java.util.stream.Stream;

/// What a frame between agent and shim means. The numbers are the wire's, see
/// `docs/process-runtime.md`.
public enum FrameType {
    PREPARE(1),
    START(2),
    SIGNAL(3),
    KILL(4),
    STATUS(5),
    WATCH(6),
    EXEC(7),
    INPUT(8),
    INPUT_END(9),
    RESIZE(10),
    CANCEL(11),
    DISCARD(12),
    SPAWN(32),
    REMOVE(33),
    PROBE(34),
    HOLD(35),
    MAP(36),
    FILES(38),
    DONE(64),
    FAILED(65),
    STATE(66),
    STARTED(67),
    EXITED(68),
    LOGGED(69),
    EXEC_STARTED(70),
    OUTPUT(71),
    ERRORS(72),
    EXEC_TAIL(73),
    EXEC_EXITED(74);

    private final int code;

    FrameType(int code) {
        this.code = code;
    }

    byte code() {
        return (byte) code;
    }

    static Optional<FrameType> of(byte code) {
        return Stream.of(values()).filter(type -> type.code() == code).findFirst();
    }
}
