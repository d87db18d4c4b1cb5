// The grid of failures: edits, repairs of columns, waivers, saving and returned files.
"use strict";
(() => {
  // include repair/state.js
  // include repair/requests.js
  // include repair/changes.js
  // include repair/filters.js
  // include repair/grid.js
  // include repair/editing.js
  // include repair/clipboard.js
  // include repair/columns.js
  // include repair/waivers.js
  // include repair/comments.js
  // include repair/assignments.js
  // include repair/saving.js
  // include repair/files.js
})();
