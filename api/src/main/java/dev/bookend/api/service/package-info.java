/// The agent as a service, and the one handler that sends each request to the room that answers it.
/// The command line starts it; it uses all other rooms but the client, and none of them uses it.
/// Open AgentService first.
@NullMarked
package dev.bookend.api.service;

import org.jspecify.annotations.NullMarked;
