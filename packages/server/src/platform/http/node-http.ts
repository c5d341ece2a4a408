/**
 * `node:http`. An `import` of it reads all its exports, which loads Node's `fetch` and takes a tenth of the start of a server.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
