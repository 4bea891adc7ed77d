package dev.bookend.agent.volume;

import dev.bookend.agent.environment.StartRefused;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A `hostPath` volume, checked as its type says.
record HostPath(String volume, String text, String type) {
    private static final int KIND_OF_FILE = 0170000;
    private static final int SOCKET = 0140000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int BLOCK_DEVICE = 0060000;

    Path path() throws StartRefused {
        var path = Path.of(text);
        switch (type) {
            case "DirectoryOrCreate" -> createDirectory(path);
            case "FileOrCreate" -> create(path);
            default -> {
                // Every other type must be there already.
            }
        }
        if (Files.notExists(path)) {
            throw refused("is not there", "make it, or ask for DirectoryOrCreate or FileOrCreate");
        }
        if (!fits(path)) {
            throw refused("is not of type " + type, "correct the path or the type");
        }
        return real(path);
    }

    /// The machine's own links are followed here; the runtime follows none.
    private Path real(Path path) throws StartRefused {
        try {
            return path.toRealPath();
        } catch (IOException broken) {
            throw refused("cannot be looked at: " + broken, "check its parents' modes");
        }
    }

    private boolean fits(Path path) throws StartRefused {
        return switch (type) {
            case "Directory", "DirectoryOrCreate" -> Files.isDirectory(path);
            case "File", "FileOrCreate" -> Files.isRegularFile(path);
            case "Socket" -> kind(path) == SOCKET;
            case "CharDevice" -> kind(path) == CHARACTER_DEVICE;
            case "BlockDevice" -> kind(path) == BLOCK_DEVICE;
            default -> true;
        };
    }

    private int kind(Path path) throws StartRefused {
        try {
            return (Integer) Files.getAttribute(path, "unix:mode") & KIND_OF_FILE;
        } catch (IOException broken) {
            throw refused("cannot be looked at: " + broken, "check its parents' modes");
        }
    }

    /// The mode counts whatever the agent's mask is.
    private void createDirectory(Path path) throws StartRefused {
        try {
            if (Files.notExists(path)) {
                Files.createDirectories(path);
                Files.setAttribute(path, "unix:mode", 0755);
            }
        } catch (IOException broken) {
            throw refused("cannot be made: " + broken, "check its disk and its parents' modes");
        }
    }

    private void create(Path path) throws StartRefused {
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException _) {
            // It is what was asked for, or its type will not fit.
        } catch (IOException broken) {
            throw refused("cannot be made: " + broken, "check its parent directory");
        }
    }

    private StartRefused refused(String says, String hint) {
        return new StartRefused(
                "the hostPath %s of volume %s %s; %s".formatted(text, volume, says, hint));
    }
}
