package dev.bookend.operator;

/// Which pod; a later pod of the same name has the same key and another uid.
record PodKey(String namespace, String name) {
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
