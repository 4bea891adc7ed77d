package dev.bookend.cli;
