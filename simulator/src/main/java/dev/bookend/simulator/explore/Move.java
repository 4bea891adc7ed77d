package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.life.Event;

/// Something that may happen next: the news, and the world once it has happened.
record Move(Event event, Toy toy) {}
