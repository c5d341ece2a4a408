/**
 * `node:http`. An `import` of it reads all its exports, which loads Node's `fetch` and takes about 45 ms.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
