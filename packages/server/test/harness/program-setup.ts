import type { TestProject } from 'vitest/node';
import { bundleForTests } from './program-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the bundled program that the suites start. */
    program: string;
    /** The folder of the bundled scripts. */
    scripts: string;
    /** The folder in which the started programs cache their compiled code. */
    compileCache: string;
  }
}

/** Bundles the program and the scripts once for all suites that start them. */
export default async function setup(project: TestProject): Promise<() => void> {
  const bundle = await bundleForTests();
  project.provide('program', bundle.program);
  project.provide('scripts', bundle.scripts);
  project.provide('compileCache', bundle.compileCache);
  return bundle.remove;
}
