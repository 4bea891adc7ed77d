package dev.bookend.runtime;

import java.io.IOException;
import java.nio.file.Path;

/// Where a path leads by the links of the machine as they are now. Whoever works there later
/// follows none, so that one which somebody puts in the way leads nowhere.
public final class RealPath {
    private RealPath() {}

    /// The path without links, as far as it exists; the rest stays as it is.
    public static Path of(Path path) {
        var whole = path.toAbsolutePath().normalize();
        for (var part = whole; part != null; part = part.getParent()) {
            try {
                return part.toRealPath().resolve(part.relativize(whole)).normalize();
            } catch (IOException _) {
                // It is not there, so that it is no link either; its parent may be one.
            }
        }
        return whole;
    }
}
