/// The order of a pod before anybody runs it, and lives of it that are only simulated. Only verb
/// comes in here; it uses input, syntax and terminal. Open PlanCommand first.
@NullMarked
package dev.bookend.cli.plan;

import org.jspecify.annotations.NullMarked;
