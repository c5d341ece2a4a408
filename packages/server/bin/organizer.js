#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8
// Requests are short-lived: a small young generation holds their garbage, a large one only holds more of it. A smaller one than this would
// move responses of PostgreSQL to the old generation, which grows in small steps. By default, glibc has up to eight memory arenas for each
// processor, and each keeps freed memory. Few threads allocate memory here, so one arena is enough.
// Plain JavaScript that old versions can read: it only decides whether this Node can run the program, and which copy.
var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  // biome-ignore lint/style/useTemplate: Old versions of Node do not know templates.
  process.stderr.write('organizer needs Node 24 or later, but this is Node ' + process.versions.node + '.\n');
  process.exit(1);
}
// Host names are looked up in threads, and one that gets no answer holds its thread for seconds: four are too few where
// others choose the hosts. Only looking up and the like uses them.
if (!process.env.UV_THREADPOOL_SIZE) process.env.UV_THREADPOOL_SIZE = '32';
import('node:module').then((module) => {
  return import('node:fs').then((fs) => {
    var folder = compiledFolder(process.env.DATA_DIR || './data', fs);
    if (folder !== null) module.enableCompileCache(folder);
    var source = new URL('../src/main.ts', import.meta.url);
    return import(fs.existsSync(source) ? source.href : new URL('../program/main.js', import.meta.url).href);
  });
});

// Returns the folder for compiled code, or null if other users could change it: they could then run any code as this user. The default
// folder of Node is shared by all users. A folder for data that is still empty is not changed, because the command may be invalid.
function compiledFolder(dataDir, fs) {
  var folder = `${dataDir}/compiled`;
  try {
    // Node uses the folder of the setting by itself.
    if (process.env.NODE_COMPILE_CACHE || !isPrivate(dataDir, fs) || fs.readdirSync(dataDir).length === 0) return null;
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    return isPrivate(folder, fs) ? folder : null;
  } catch (_error) {
    return null;
  }
}

function isPrivate(folder, fs) {
  var stats = fs.statSync(folder);
  return stats.isDirectory() && (!process.getuid || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0));
}
