package dev.bookend.agent.call;

/// What came back from a hook's or a probe's handler; the output is for whoever asks for it.
public sealed interface Reply {
    String output();

    record Done(String output) implements Reply {}

    /// An HTTP answer.
    record Status(int code, String output) implements Reply {}

    record Failed(String why, String output) implements Reply {
        Failed(String why) {
            this(why, "");
        }
    }
}
