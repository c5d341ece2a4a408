import type { TestProject } from 'vitest/node';
import { bundleProgram } from './program-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the bundled program that the suites start. */
    program: string;
    /** The folder of the bundled scripts. */
    scripts: string;
  }
}

/** Bundles the program and the scripts once for all suites that start them. */
export default async function setup(project: TestProject): Promise<() => void> {
  const bundle = await bundleProgram();
  project.provide('program', bundle.program);
  project.provide('scripts', bundle.scripts);
  return bundle.remove;
}
