package dev.bookend.lifecycle.pod;

/// A volume of the pod.
public record Volume(String name, VolumeSource source) {}
