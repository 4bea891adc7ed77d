package dev.bookend.operator.launch;

import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.Set;

/// What the controller remembers of a pod between two looks; a new controller begins without.
///
/// @param satisfied who has been ready once
/// @param inMap how many levels this controller has put into the map
/// @param open how many levels were open at the last look
/// @param since when the last of them was opened
/// @param woken how often the kubelet was woken in this pod's life
/// @param wokenForLevel how often for the last level
/// @param nextWake when it may be woken again
/// @param saidAt when the condition was written last
/// @param told how much was said about the waiting of the last level
record LaunchMemory(
        String uid,
        Set<ContainerName> satisfied,
        int inMap,
        int open,
        Instant since,
        int woken,
        int wokenForLevel,
        Instant nextWake,
        Instant saidAt,
        Told told) {
    /// What users were told so far, from little to all.
    enum Told {
        NOTHING,
        CONDITION,
        EVENT,
        END
    }

    LaunchMemory {
        satisfied = Set.copyOf(satisfied);
    }

    static LaunchMemory of(String uid, Instant now) {
        return new LaunchMemory(uid, Set.of(), 0, 0, now, 0, 0, now, Instant.EPOCH, Told.NOTHING);
    }

    LaunchMemory withSatisfied(Set<ContainerName> all) {
        return new LaunchMemory(
                uid, all, inMap, open, since, woken, wokenForLevel, nextWake, saidAt, told);
    }

    LaunchMemory withInMap(int levels) {
        return new LaunchMemory(
                uid, satisfied, levels, open, since, woken, wokenForLevel, nextWake, saidAt, told);
    }

    LaunchMemory opened(int levels, Instant now, Instant wakeAgain) {
        return new LaunchMemory(
                uid, satisfied, inMap, levels, now, woken, 0, wakeAgain, saidAt, Told.NOTHING);
    }

    LaunchMemory nudged(int total, Instant wakeAgain) {
        return new LaunchMemory(
                uid,
                satisfied,
                inMap,
                open,
                since,
                total,
                wokenForLevel + 1,
                wakeAgain,
                saidAt,
                told);
    }

    LaunchMemory telling(Told now) {
        return new LaunchMemory(
                uid, satisfied, inMap, open, since, woken, wokenForLevel, nextWake, saidAt, now);
    }

    /// The condition was written; what was told before is not forgotten.
    LaunchMemory saying(Instant now) {
        return new LaunchMemory(
                uid,
                satisfied,
                inMap,
                open,
                since,
                woken,
                wokenForLevel,
                nextWake,
                now,
                told == Told.NOTHING ? Told.CONDITION : told);
    }
}
