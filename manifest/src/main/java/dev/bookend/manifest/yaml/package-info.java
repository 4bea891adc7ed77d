/// YAML documents as trees that know their places in the text. The rooms schema and read use it; it
/// uses json and text. Open YamlReader first.
@NullMarked
package dev.bookend.manifest.yaml;

import org.jspecify.annotations.NullMarked;
