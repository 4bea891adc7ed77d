package dev.bookend.cli.api;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.Kubectl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Which kubectl speaks to an agent of which isolation.
record KubectlSetting(Kubectl kubectl, String isolation) {
    /// Every kubectl that is here with plain processes and, for root, the first one with all the
    /// isolation that the machine gives.
    static List<KubectlSetting> all() throws IOException, InterruptedException {
        var settings = new ArrayList<KubectlSetting>();
        for (var kubectl : Kubectl.all()) {
            settings.add(new KubectlSetting(kubectl, "none"));
        }
        if (System.getProperty("user.name", "").equals("root")) {
            settings.add(new KubectlSetting(Kubectl.first(), "auto"));
        }
        return settings;
    }

    AgentRun start(Path directory) throws IOException {
        return AgentRun.start(directory, "--isolation", isolation).with(kubectl);
    }
}
