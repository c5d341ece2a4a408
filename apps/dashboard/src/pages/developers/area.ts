import type { Area } from '#app/parts/registry.ts';

export const developersArea: Area = { title: 'developers', pages: [] };
