import type { Area } from '#app/parts/registry.ts';

export const eventsArea: Area = { title: null, pages: [] };
