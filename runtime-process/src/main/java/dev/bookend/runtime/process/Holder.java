package dev.bookend.runtime.process;

import dev.bookend.runtime.process.place.PodPlace;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Refused;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.time.Duration;

/// The first process of a pod whose containers share their processes. It outlives the agent.
final class Holder {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Holder() {}

    /// Starts it, unless an earlier agent has.
    static void begin(Machine machine, PodPlace place) throws IOException {
        try {
            machine.spawner().ask(FrameType.HOLD, place.holder(), LIMIT);
        } catch (Refused refused) {
            if (refused.errno() != Refused.EADDRINUSE) throw refused;
        }
    }

    /// Ends it, and whatever is left of the pod with it.
    static void end(PodPlace place) throws IOException {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(place.holder()));
            channel.write(ByteBuffer.wrap(new byte[] {'q'}));
        } catch (IOException _) {
            // It is gone already.
        }
        Files.deleteIfExists(place.holder());
    }
}
