package dev.bookend.cli.terminal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// Hears signals. A JVM left alone begins its shutdown at the first one that asks it to end, and is
/// deaf to the second.
///
/// The JDK's class for it is public and lasting, but the compiler warns at each mention of its
/// name, and here a warning is an error; so it is looked up.
public final class ProcessSignals {
    private ProcessSignals() {}

    /// Runs the listener at each of these signals, on a thread of its own.
    public static void on(List<String> names, Runnable listener) {
        try {
            var lookup = MethodHandles.publicLookup();
            var signal = lookup.findClass("sun.misc.Signal");
            var handler = lookup.findClass("sun.misc.SignalHandler");
            var heard = handler(lookup, signal, handler, listener);
            var type = MethodType.methodType(handler, signal, handler);
            var handle = lookup.findStatic(signal, "handle", type);
            var named =
                    lookup.findConstructor(signal, MethodType.methodType(void.class, String.class));
            for (var name : names) {
                install(handle, named.invoke(name), heard);
            }
        } catch (Throwable missing) {
            throw new IllegalStateException("this JVM cannot hear signals", missing);
        }
    }

    private static Object handler(
            MethodHandles.Lookup lookup, Class<?> signal, Class<?> handler, Runnable listener)
            throws ReflectiveOperationException {
        var hear =
                lookup.findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                        .bindTo(listener);
        return MethodHandleProxies.asInterfaceInstance(
                handler, MethodHandles.dropArguments(hear, 0, signal));
    }

    /// A signal that the process was told to ignore, as by `nohup`, stays ignored.
    private static void install(MethodHandle handle, Object signal, Object handler) {
        try {
            var _ = handle.invoke(signal, handler);
        } catch (Throwable _) {
            // The JVM keeps this signal for itself.
        }
    }
}
