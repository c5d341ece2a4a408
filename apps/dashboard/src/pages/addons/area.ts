import type { Area } from '#app/parts/registry.ts';

export const addonsArea: Area = { title: null, pages: [] };
