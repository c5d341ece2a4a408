/** Demonstration data: organizers with events and orders, written through `organizers` and the import of `transfer`. */
export { type DemoOptions, demoOrganizers } from './demo-organizers.ts';
export { fillDemo } from './fill-demo.ts';
