/** An import of node:http loads what is behind fetch as well, because it exports WebSocket: 2.4 MB of every process. */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
