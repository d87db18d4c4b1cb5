// The grid of failures: edits, repairs of columns, waivers, saving and returned files.
"use strict";
(() => {
  // include failures/state.js
  // include failures/requests.js
  // include failures/changes.js
  // include failures/filters.js
  // include failures/grid.js
  // include failures/editing.js
  // include failures/clipboard.js
  // include failures/columns.js
  // include failures/waivers.js
  // include failures/comments.js
  // include failures/assignments.js
  // include failures/saving.js
  // include failures/files.js
})();
