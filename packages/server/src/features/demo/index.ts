/** Demonstration data: organizers with events and orders, written through `organizers` and the import of `transfer`. */
export { type DemoOptions, type DemoOrganizer, demoOrganizers } from './demo-organizers.ts';
export { type DemoReport, type FillOptions, fillDemo } from './fill-demo.ts';
