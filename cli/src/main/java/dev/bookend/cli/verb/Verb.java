package dev.bookend.cli.verb;

import dev.bookend.cli.agent.AgentCommand;
import dev.bookend.cli.agent.DeleteCommand;
import dev.bookend.cli.agent.DrainCommand;
import dev.bookend.cli.agent.RecreateCommand;
import dev.bookend.cli.api.ApplyCommand;
import dev.bookend.cli.api.DescribeCommand;
import dev.bookend.cli.api.ExecCommand;
import dev.bookend.cli.api.GetCommand;
import dev.bookend.cli.api.LogsCommand;
import dev.bookend.cli.input.CheckCommand;
import dev.bookend.cli.plan.PlanCommand;
import dev.bookend.cli.plan.SimulateCommand;
import dev.bookend.cli.run.RunCommand;
import dev.bookend.cli.syntax.Command;

import java.util.Optional;

/// The verbs of the command line, in the order in which help lists them.
public enum Verb {
    RUN("run"),
    CHECK("check"),
    PLAN("plan"),
    AGENT("agent"),
    DRAIN("drain"),
    GET("get"),
    DESCRIBE("describe"),
    LOGS("logs"),
    EXEC("exec"),
    APPLY("apply"),
    DELETE("delete"),
    RECREATE("recreate"),
    SIMULATE("simulate"),
    OPERATOR("operator"),
    VERSION("version"),
    COMPLETION("completion"),
    HELP("help");

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /// The command behind the verb; its classes are loaded only now.
    Command command() {
        return switch (this) {
            case RUN -> new RunCommand();
            case CHECK -> new CheckCommand();
            case PLAN -> new PlanCommand();
            case AGENT -> new AgentCommand(VersionCommand.version());
            case DRAIN -> new DrainCommand();
            case GET -> new GetCommand();
            case DESCRIBE -> new DescribeCommand();
            case LOGS -> new LogsCommand();
            case EXEC -> new ExecCommand();
            case APPLY -> new ApplyCommand();
            case DELETE -> new DeleteCommand();
            case RECREATE -> new RecreateCommand();
            case SIMULATE -> new SimulateCommand();
            case OPERATOR -> new OperatorCommand();
            case VERSION -> new VersionCommand();
            case COMPLETION -> new CompletionCommand();
            case HELP -> new HelpCommand();
        };
    }

    static Optional<Verb> ofWord(String word) {
        for (var verb : values()) {
            if (verb.word.equals(word)) {
                return Optional.of(verb);
            }
        }
        return Optional.empty();
    }
}
