/// Lines that begin with their checksum, as journals and the objects of the API are kept: how one
/// is written, and how they are read back up to the first damaged one. The journal and the API's
/// store use it; it uses no other room. Open SummedLines first.
@NullMarked
package dev.bookend.agent.line;

import org.jspecify.annotations.NullMarked;
