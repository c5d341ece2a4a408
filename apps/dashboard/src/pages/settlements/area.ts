import type { Area } from '#app/parts/registry.ts';

export const settlementsArea: Area = { title: null, pages: [] };
