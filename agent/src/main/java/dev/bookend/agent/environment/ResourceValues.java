package dev.bookend.agent.environment;

import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue.ResourceFieldRef;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.value.Quantity;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// The resources of a pod's containers, as `resourceFieldRef` asks for them. A limit that is not
/// set is what the machine has.
final class ResourceValues {
    private final PodManifest pod;

    ResourceValues(PodManifest pod) {
        this.pod = pod;
    }

    /// The amount in units of the divisor, rounded up; empty for what cannot be asked for.
    ///
    /// @param own the container that counts if the reference names none
    Optional<String> of(ResourceFieldRef ref, String own) {
        var name = ref.container().isEmpty() ? own : ref.container();
        return pod.allContainers()
                .filter(container -> container.name().equals(name))
                .findFirst()
                .flatMap(container -> amount(container, ref.resource()))
                .map(amount -> divided(amount, ref.divisor()));
    }

    private static String divided(BigDecimal amount, String divisor) {
        var unit =
                Quantity.of(divisor)
                        .map(Quantity::amount)
                        .filter(it -> it.signum() > 0)
                        .orElse(BigDecimal.ONE);
        return amount.divide(unit, 0, RoundingMode.CEILING).toPlainString();
    }

    private static Optional<BigDecimal> amount(ContainerSpec container, String resource) {
        var limits = container.resources().limits();
        var requests = container.resources().requests();
        return switch (resource) {
            case "limits.cpu", "limits.memory", "limits.ephemeral-storage" -> {
                var name = resource.substring("limits.".length());
                yield quantity(limits.get(name)).or(() -> Machine.capacity(name));
            }
            case "requests.cpu", "requests.memory", "requests.ephemeral-storage" -> {
                var name = resource.substring("requests.".length());
                yield quantity(requests.getOrDefault(name, limits.getOrDefault(name, "0")));
            }
            default -> Optional.empty();
        };
    }

    private static Optional<BigDecimal> quantity(@Nullable String text) {
        return Optional.ofNullable(text).flatMap(Quantity::of).map(Quantity::amount);
    }
}
