package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.terminal.OutputClosed;
import dev.bookend.cli.terminal.Terminal;

import java.io.IOException;

/// A verb that speaks to an API; its refusals become one line for a person.
interface ApiVerb extends Command {
    ExitCode run(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException;

    @Override
    default ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException {
        try (var client = ApiOptions.of(given).open()) {
            return run(terminal, given, client);
        } catch (OutputClosed _) {
            return ExitCode.FAILED;
        } catch (ApiError | IOException failure) {
            terminal.err().line("bookend %s: %s".formatted(syntax().name(), failure.getMessage()));
            return ExitCode.FAILED;
        }
    }
}
