/// Events and states as words, as they stand in journals and scenarios. The journal comes in here,
/// and it uses life and recreate. Open EventText first, then StateText.
@NullMarked
package dev.bookend.lifecycle.text;

import org.jspecify.annotations.NullMarked;
