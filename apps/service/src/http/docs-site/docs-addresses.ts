/** Beside them, /docs/<name> is docs/<name>.md, and /docs/<name>.md its source. */
export const docsHome = '/docs';
export const apiReference = '/docs/api';
export const docsSearchPath = '/docs/search';
export const docsStylePath = '/docs/site.css';
export const docsScriptPath = '/docs/site.js';
