import type { TestProject } from 'vitest/node';
import { bundleProgram } from './program-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the command line that the suites start. */
    program: string;
  }
}

/** Bundles the program once for all suites that start it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const bundle = await bundleProgram();
  project.provide('program', bundle.file);
  return bundle.remove;
}
