import cluster from 'node:cluster';

/** The entry of the one-file executable. Like `bin/organizer.js`, it prepares the process and then runs the program. */

// The threads are also used for DNS lookups: see bin/organizer.js.
process.env['UV_THREADPOOL_SIZE'] ||= '32';

// The executable accepts no options of Node as arguments, and `fork` passes the file of the program as the first argument.
if (cluster.isPrimary) cluster.setupPrimary({ execArgv: [] });
else process.argv.splice(2, 1);

import('./main.ts');
