package dev.bookend.lifecycle;

/// A volume of the pod.
public record Volume(String name, VolumeSource source) {}
