package dev.bookend.runtime.process;

import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.process.rights.Account;
import dev.bookend.runtime.process.rights.Capabilities;
import dev.bookend.runtime.process.rights.Isolation;
import dev.bookend.runtime.process.rights.SyscallFilter;
import dev.bookend.runtime.process.wire.Fields;

import java.io.IOException;
import java.util.Optional;

/// A container request in the words of the shim.
final class Prepare {
    private final Machine machine;
    private final SandboxRequest pod;
    private final ContainerRequest container;

    Prepare(Machine machine, SandboxRequest pod, ContainerRequest container) {
        this.machine = machine;
        this.pod = pod;
        this.container = container;
    }

    Fields fields() throws IOException {
        var fields = new Fields();
        identity(fields);
        program(fields);
        rights(fields, container.rights());
        if (machine.isolation() == Isolation.FULL) view(fields);
        return fields;
    }

    private void identity(Fields fields) {
        var place = machine.places().pod(pod.uid());
        var attempt = container.attempt();
        fields.with("pod", pod.uid())
                .with("container", attempt.container())
                .with("attempt", attempt.number())
                .with("isolation", machine.isolation().word())
                .with("dir", place.attempt(attempt))
                .with("log", place.log(attempt));
    }

    private void program(Fields fields) {
        container.command().forEach(word -> fields.with("arg", word));
        container.env().forEach((name, value) -> fields.with("env", name + "=" + value));
        container.workingDir().ifPresent(directory -> fields.with("cwd", directory));
        fields.withFlag("tty", container.tty());
    }

    private static void rights(Fields fields, ProcessRights rights) throws IOException {
        var own = Account.own();
        var user = rights.user().orElse(own.user());
        var group = rights.group().orElseGet(() -> Account.groupOf(user, own));
        fields.with("uid", user).with("gid", group);
        rights.supplementalGroups().forEach(each -> fields.with("group", each));
        fields.with("capabilities", Long.toHexString(Capabilities.of(rights)));
        if (rights.callsFiltered() && !rights.privileged()) filter(fields, rights);
        fields.withFlag(
                "no-new-privileges", !rights.allowPrivilegeEscalation() && !rights.privileged());
    }

    private static void filter(Fields fields, ProcessRights rights) throws IOException {
        var machine = System.getProperty("os.arch", "?");
        var filter = SyscallFilter.of(machine, Capabilities.of(rights));
        if (filter.isEmpty()) {
            throw new IOException(
                    "no seccomp profile RuntimeDefault is known for a machine of the kind %s; leave"
                                    .formatted(machine)
                            + " out seccompProfile");
        }
        fields.with("filter", filter.get());
    }

    private void view(Fields fields) throws IOException {
        var places = machine.places();
        fields.with("hostname", pod.hostname())
                .with("shm", places.pod(pod.uid()).sharedMemory())
                .withFlag("host-pid", pod.sharing().hostPid())
                .withFlag("host-ipc", pod.sharing().hostIpc())
                .withFlag("all-devices", container.rights().privileged())
                .withFlag("masked-proc", !container.rights().privileged())
                .withFlag("readonly-root", container.rights().readOnlyRoot());
        places.hidden().forEach(each -> fields.with("hide", each));
        if (pod.sharing().processNamespace()) {
            fields.with("holder", places.pod(pod.uid()).holder());
        }
        container.mounts().forEach(mount -> mount(fields, mount));
        if (container.lastWords().isPresent()) {
            var file = places.pod(pod.uid()).makeLastWords(container.attempt());
            mount(
                    fields,
                    new Mount(file, Optional.empty(), container.lastWords().get(), false, true));
        }
    }

    private static void mount(Fields fields, Mount mount) {
        fields.with("mount", mount.readOnly() ? "ro" : "rw")
                .with("source", mount.source().toAbsolutePath());
        mount.sub().ifPresent(sub -> fields.with("sub", sub));
        fields.with("target", mount.target()).withFlag("own", mount.isOwn());
    }
}
