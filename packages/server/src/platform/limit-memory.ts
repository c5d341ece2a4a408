import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * Limits the memory of this process: the memory for older objects grows in smaller steps, and V8 frees the memory of its compiler
 * Maglev earlier. Call it when the modules are loaded, and before the first full garbage collection, which otherwise lets the heap grow
 * to several times its size.
 *
 * Cached code can be used only with the options of V8 with which it was compiled. On the command line, these options would make Node
 * compile its own modules at each start, so they are set here, after the code of the program has been cached.
 */
export function limitMemory(): void {
  flushCompileCache();
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-maglev-destroy-on-background');
}
