import type { Area } from '#app/parts/registry.ts';

export const overviewArea: Area = { title: null, pages: [] };
